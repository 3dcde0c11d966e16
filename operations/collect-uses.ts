import type { Database } from '../db/connection/pool';
import type { Context } from './ports';

/** Collects when records were used, and stores it every 30 seconds instead of once per request. */
export interface Uses<Id> {
  record(used: Id): void;
  /** Stores the collected uses, and stops. */
  stop(): Promise<void>;
}

/** How uses of one kind are stored. */
interface UseKind<Id> {
  /** Of the log, such as `keys`. */
  what: string;
  nameOf(used: Id): string;
  store(database: Database, uses: readonly (Id & { at: Date })[]): Promise<void>;
}

const flushEveryMs = 30_000;

export function collectUses<Id extends object>(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  { what, nameOf, store }: UseKind<Id>,
): Uses<Id> {
  let uses = new Map<string, Id & { at: Date }>();
  const flush = async (): Promise<void> => {
    const taken = uses;
    uses = new Map();
    try {
      await store(database, [...taken.values()]);
    } catch (error) {
      // Retried in the next round. If the process ends before, only the times of last use are lost.
      for (const [name, use] of taken) if (!uses.has(name)) uses.set(name, use);
      log.warn({ err: error }, `storing the last use of ${what} is delayed`);
    }
  };
  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();
  return {
    record: (used) => {
      uses.set(nameOf(used), { ...used, at: clock.now() });
    },
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
