import { recordHit, type Hit } from '../../db/email/send-events';
import type { Context } from '../ports';

/** Stores opens and clicks without delaying the reader. */
export interface HitRecorder {
  /** Resolves when the hit is stored, or after a short time. Never rejects. */
  record(hit: Hit): Promise<void>;
  /** Returns the number of hits since the start that could not be stored. */
  lost(): number;
  /** Resolves when no hit is being stored. */
  drained(): Promise<void>;
}

/** Milliseconds that a response waits for its hit to be stored. */
const waitMs = 300;
/** Hits that are stored at the same time. More would use the connections of other requests if the database does not respond. */
const maxPending = 50;
/** Milliseconds between two lines in the log. */
const quietMs = 10_000;

export function createHitRecorder({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>): HitRecorder {
  const pending = new Set<Promise<void>>();
  let lost = 0;
  let loggedAt = -quietMs;
  const lose = (err: unknown): void => {
    lost += 1;
    if (performance.now() - loggedAt < quietMs) return;
    loggedAt = performance.now();
    log.warn({ err, lost }, 'could not store opens or clicks');
  };
  return {
    async record(hit) {
      if (pending.size >= maxPending) {
        lose(new Error('Too many opens and clicks are waiting to be stored.'));
        return;
      }
      const stored = recordHit(database, hit).catch(lose);
      pending.add(stored);
      await Promise.race([stored.finally(() => pending.delete(stored)), clock.sleep(waitMs)]);
    },
    lost: () => lost,
    drained: async () => void (await Promise.all(pending)),
  };
}
