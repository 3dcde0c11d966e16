import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/connection/pool';
import { recordHit, type Hit } from '../../db/email/send-events';

/** Where opens and clicks are stored. A reader is never kept waiting by it. */
export interface HitRecorder {
  /** Ends when the hit is stored, or after a short while; never fails. */
  record(hit: Hit): Promise<void>;
  /** Hits that could not be stored, since the start. */
  lost(): number;
  /** Ends when no hit is on its way any more. */
  drained(): Promise<void>;
}

/** Milliseconds that an answer waits for its hit to be stored. */
const waitMs = 300;
/** Hits on their way at most: with a database that is silent, more would take the connections of other requests. */
const mostPending = 50;
/** Milliseconds between two lines in the log. */
const quietMs = 10_000;

export function createHitRecorder(database: Database, logger: Logger): HitRecorder {
  const pending = new Set<Promise<void>>();
  let lost = 0;
  let loggedAt = -quietMs;
  const lose = (err: unknown): void => {
    lost += 1;
    if (performance.now() - loggedAt < quietMs) return;
    loggedAt = performance.now();
    logger.warn({ err, lost }, 'could not store opens or clicks');
  };
  return {
    async record(hit) {
      if (pending.size >= mostPending) {
        lose(new Error('Too many opens and clicks are waiting to be stored.'));
        return;
      }
      const stored = recordHit(database, hit).catch(lose);
      pending.add(stored);
      const done = stored.finally(() => pending.delete(stored));
      const patience = new AbortController();
      await Promise.race([done, delay(waitMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    },
    lost: () => lost,
    drained: async () => {
      await Promise.all(pending);
    },
  };
}
