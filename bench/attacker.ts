import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { hostileRequests, type HostileRequest, type Target } from './hostile-requests';

/** Sends hostile requests between `start` and `stop`, from a separate process: building them must not delay what is measured. */

const atOnce = 8;
const statuses = new Map<string, number>();

export type AttackerMessage = { kind: 'ready' } | { kind: 'stopped'; statuses: [string, number][] };

const post = (message: AttackerMessage): void => void process.send?.(message);

async function main(): Promise<void> {
  // Making requests must not take the processor from what is measured: attackers have machines of their own. Where Linux groups
  // processes by their sessions, that of the group counts.
  setPriority(19);
  if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');
  const only = process.env['BENCH_KINDS'];
  const requests = (await hostileRequests(JSON.parse(process.argv[2] ?? '{}') as Target)).filter(
    ({ name }) => only === undefined || name.includes(only),
  );
  let stop = (): Promise<unknown> => Promise.resolve();
  process.on('message', (word: 'start' | 'stop') => {
    if (word === 'start') stop = attack(requests);
    else void stop().then(() => post({ kind: 'stopped', statuses: [...statuses].sort() }));
  });
  process.on('disconnect', () => process.exit());
  post({ kind: 'ready' });
}

/** Kinds take turns. @returns what ends it, once the last answers are there */
function attack(requests: readonly HostileRequest[]): () => Promise<unknown> {
  let isOver = false;
  const one = async (offset: number): Promise<void> => {
    for (let index = offset; !isOver; index += 1) {
      const { name, send } = requests[index % requests.length] as HostileRequest;
      const key = `${name}: ${await send().catch((error: Error) => String(error.cause))}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    }
  };
  const offset = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const running = Array.from({ length: atOnce }, (_, index) => one(offset + index));
  return () => {
    isOver = true;
    return Promise.all(running);
  };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
