import { findBacklog, type Backlog } from '../../db/analytics/rollups';
import type { Database } from '../../db/connection/pool';
import { refreshCounts, isOutdated } from '../../db/experiments/experiment-counts';
import { drainRollups } from '../analytics/drain-rollups';
import { withRollupsLocked } from '../analytics/with-rollups-locked';

/** Brings the counts of an experiment up to date with every event and definition that was committed before the call. */
export async function countExperiment(database: Database, workspaceId: string, experimentId: string): Promise<void> {
  await drainRollups(database, workspaceId);
  if (!(await isOutdated(database, workspaceId, experimentId))) return;
  await withRollupsLocked(database, workspaceId, async (transaction, { heldTimezone, closedBefore }) => {
    // Nothing is counted before the first drain.
    if (heldTimezone === null) return;
    await refreshCounts(transaction, { workspaceId, timezone: heldTimezone, closedBefore }, [experimentId]);
  });
}

/** Visits that are counted while a reader waits: a few seconds of it. */
export const readerLimit = 100_000;

/**
 * As {@link countExperiment}, unless so much waits to be counted that a reader would wait long for it: that is left to the workers.
 * @returns what waits then; null when everything is counted
 */
export async function countForReader(
  database: Database,
  workspaceId: string,
  experimentId: string,
): Promise<Backlog | null> {
  const backlog = await findBacklog(database, workspaceId, readerLimit);
  if (backlog === null) await countExperiment(database, workspaceId, experimentId);
  return backlog;
}
