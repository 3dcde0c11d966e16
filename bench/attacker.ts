import { existsSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { hostileRequests, type HostileRequest, type Target } from './hostile-requests';

/**
 * Sends hostile requests between `start` and `stop`, in a separate process, because creating them must not delay the
 * measured requests.
 */

const batchSize = 8;
const statuses = new Map<string, number>();

export type AttackerMessage = { kind: 'ready' } | { kind: 'stopped'; statuses: [string, number][] };

const post = (message: AttackerMessage): void => void process.send?.(message);

async function main(): Promise<void> {
  // Creating requests must not take CPU time from the measured processes, because attackers have their own machines.
  // If Linux groups processes by session, the priority of the group counts.
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

/** Sends all kinds in turn. @returns a function that stops, and resolves after the last responses */
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
  const running = Array.from({ length: batchSize }, (_, index) => one(offset + index));
  return () => {
    isOver = true;
    return Promise.all(running);
  };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
