import { startBenchChild } from './bench-child';
import type { DrainerArguments, DrainerMessage } from './drainer';

export interface Drainer {
  start(): void;
  /** Waits for the current portion. @returns the number of visitors counted since `start` */
  stop(): Promise<number>;
  end(): void;
}

/** Starts a process that drains between `start` and `stop`. */
export async function startDrainer(given: DrainerArguments): Promise<Drainer> {
  const { send, next, end } = await startBenchChild<DrainerMessage>('drainer.ts', given);
  return {
    start: () => send('start'),
    async stop() {
      send('stop');
      const message = await next();
      return message.kind === 'stopped' ? message.visits : 0;
    },
    end,
  };
}
