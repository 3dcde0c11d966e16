import { recordKeyUse, type KeyUseTime } from '../../db/keys/keys';
import type { Context } from '../ports';

/** Collects which keys were used, and stores it every 30 seconds instead of once per request. */
export interface KeyUse {
  record(key: { workspaceId: string; keyId: string }): void;
  /** Stores the collected uses, and stops. */
  stop(): Promise<void>;
}

const flushEveryMs = 30_000;

export function createKeyUse({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>): KeyUse {
  let uses = new Map<string, KeyUseTime>();
  const flush = async (): Promise<void> => {
    const taken = uses;
    uses = new Map();
    try {
      await recordKeyUse(database, [...taken.values()]);
    } catch (error) {
      // Retried in the next round. If the process ends before, only the times of last use are lost.
      for (const [keyId, use] of taken) if (!uses.has(keyId)) uses.set(keyId, use);
      log.warn({ err: error }, 'storing the last use of keys is delayed');
    }
  };
  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();
  return {
    record: ({ workspaceId, keyId }) => {
      uses.set(keyId, { workspaceId, keyId, at: clock.now() });
    },
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
