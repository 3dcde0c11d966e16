import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { DrainerArguments, DrainerMessage } from './drainer';

export interface Drainer {
  start(): void;
  /** Lets the portion under way end. @returns visits counted since `start` */
  stop(): Promise<number>;
  end(): void;
}

/** Starts a process that drains between `start` and `stop`. */
export async function startDrainer(given: DrainerArguments): Promise<Drainer> {
  const child = fork(path.join(__dirname, 'drainer.ts'), [JSON.stringify(given)], { execArgv: ['--import', 'tsx'] });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error('The process that drains ended.')));
  });
  ended.catch(() => undefined);
  const next = async (): Promise<DrainerMessage> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [DrainerMessage];
    return message;
  };
  await next();
  return {
    start: () => void child.send('start'),
    async stop() {
      child.send('stop');
      const message = await next();
      return message.kind === 'stopped' ? message.visits : 0;
    },
    end: () => child.disconnect(),
  };
}
