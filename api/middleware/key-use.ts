import type { Logger } from 'pino';
import type { Database } from '../../db/connection/pool';
import { recordKeyUse, type KeyUseTime } from '../../db/keys/keys';

/** Remembers which keys were used, and writes it every half minute: reading a key's last use costs no write per request. */
export interface KeyUse {
  record(key: { workspaceId: string; keyId: string }): void;
  /** Writes what is remembered, and stops. */
  stop(): Promise<void>;
}

const flushEveryMs = 30_000;

export function createKeyUse(database: Database, logger: Logger): KeyUse {
  let uses = new Map<string, KeyUseTime>();
  const flush = async (): Promise<void> => {
    const taken = uses;
    uses = new Map();
    try {
      await recordKeyUse(database, [...taken.values()]);
    } catch (error) {
      // Only a time of last use is lost with a failing process; here it waits for the next round.
      for (const [keyId, use] of taken) if (!uses.has(keyId)) uses.set(keyId, use);
      logger.warn({ err: error }, 'storing the last use of keys is delayed');
    }
  };
  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();
  return {
    record: ({ workspaceId, keyId }) => {
      uses.set(keyId, { workspaceId, keyId, at: new Date() });
    },
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
