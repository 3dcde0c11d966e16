import type { Logger } from 'pino';

/** Work that goes on after its request was answered, so that the answer's time says nothing of what was found. */
export interface Background {
  /** Begins at once, unless too much is under way already. What fails is logged. */
  run(what: string, work: () => Promise<void>): void;
  /** Ends when nothing is under way any more. */
  drained(): Promise<void>;
}

/** With a database that is silent, more would take the connections of other requests. */
const maxPending = 50;

export function createBackground(logger: Logger): Background {
  const pending = new Set<Promise<void>>();
  return {
    run(what, work) {
      if (pending.size >= maxPending) {
        logger.warn({ what }, 'background task skipped: too many are running');
        return;
      }
      const ended: Promise<void> = work()
        .catch((err: unknown) => {
          logger.error({ err, what }, 'background task failed');
        })
        .finally(() => pending.delete(ended));
      pending.add(ended);
    },
    drained: async () => {
      await Promise.all(pending);
    },
  };
}
