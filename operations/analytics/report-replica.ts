import { isDatabaseUnavailable, isRecoveryConflict, isStatementTimeout } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { waitForPosition, type WalPosition } from '../../db/connection/replica';
import { readSnapshot } from '../read-snapshot';

/** The outcome of a read at a replica. After all except `done`, the caller reads the primary. */
export type ReplicaOutcome = 'done' | 'behind' | 'cancelled' | 'away';

/** A streaming replica of the primary, for reads that take long. */
export interface Replica {
  /**
   * @param read its statements see one snapshot, which contains everything committed up to the position
   * @returns null if the replica does not reach the position in time, is unavailable, or cancels the read to continue replaying
   */
  read<Result>(
    position: WalPosition,
    read: (snapshot: Database) => Promise<Result>,
  ): Promise<{ result: Result } | null>;
  /** Since the start. */
  counts(): Readonly<Record<ReplicaOutcome, number>>;
}

export interface ReplicaTimes {
  /** Milliseconds that a read waits for the replica. */
  waitMs: number;
  /** Milliseconds for which a failed or late replica is not queried again, so that not every read waits for it. */
  asideMs?: number;
}

/** @param database the replica's own pool */
export function createReplica(database: Database, { waitMs, asideMs = 5_000 }: ReplicaTimes): Replica {
  const counts: Record<ReplicaOutcome, number> = { done: 0, behind: 0, cancelled: 0, away: 0 };
  let aside: { until: number; outcome: 'behind' | 'away' } | undefined;
  const putAside = (outcome: 'behind' | 'away'): null => {
    aside = { until: performance.now() + asideMs, outcome };
    counts[outcome] += 1;
    return null;
  };
  return {
    async read(position, read) {
      if (aside !== undefined && performance.now() < aside.until) {
        counts[aside.outcome] += 1;
        return null;
      }
      try {
        const state = await waitForPosition(database, position, waitMs);
        if (state !== 'reached') return putAside(state);
        const result = await readSnapshot(database, read);
        counts.done += 1;
        return { result };
      } catch (error) {
        if (isRecoveryConflict(error)) {
          counts.cancelled += 1;
          return null;
        }
        // A statement that takes too long there also takes too long at the primary.
        if (!isDatabaseUnavailable(error) || isStatementTimeout(error)) throw error;
        return putAside('away');
      }
    },
    counts: () => ({ ...counts }),
  };
}
