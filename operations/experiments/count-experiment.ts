import { findBacklog, type Backlog } from '../../db/analytics/rollups';
import type { Database } from '../../db/connection/pool';
import { refreshCounts, isOutdated } from '../../db/experiments/experiment-counts';
import { awaitsLongRecount, drainRollups } from '../analytics/drain-rollups';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import type { Context } from '../ports';

/** Brings the counts of an experiment up to date with every event and definition that was committed before the call. */
export async function countExperiment(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  experimentId: string,
): Promise<void> {
  await drainRollups({ database }, workspaceId, { recountsAll: true });
  await countByDefinition(database, workspaceId, experimentId);
}

/** Brings counts that hold for another definition to that of now. */
async function countByDefinition(database: Database, workspaceId: string, experimentId: string): Promise<void> {
  if (!(await isOutdated(database, workspaceId, experimentId))) return;
  await withRollupsLocked(database, workspaceId, async (transaction, { storedTimezone, closedBefore }) => {
    // Nothing is counted before the first drain.
    if (storedTimezone === null) return;
    await refreshCounts(transaction, { workspaceId, timezone: storedTimezone, closedBefore }, [experimentId]);
  });
}

/** Visits that are counted while a reader waits: two seconds of it on two cores. */
export const readerLimit = 50_000;

/** Milliseconds after which a reader waits for no further portion, as where the machine is busy. */
const readerMs = 10_000;

/**
 * As {@link countExperiment}, unless so much waits to be counted that a reader would wait long for it: that is left to the workers.
 * @returns what waits then; null when everything is counted
 */
export async function countForReader(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  experimentId: string,
  { forMs = readerMs }: { forMs?: number } = {},
): Promise<Backlog | null> {
  const markers = readerLimit + 1;
  const large = await findBacklog(database, workspaceId, { moreThan: readerLimit, markers });
  if (large !== null) return large;
  // Another timezone changes the days of an experiment, and none of its sums.
  if (await awaitsLongRecount({ database }, workspaceId))
    return findBacklog(database, workspaceId, { moreThan: 0, markers });
  const isCounted = await drainRollups({ database }, workspaceId, { forMs });
  const left = isCounted ? null : await findBacklog(database, workspaceId, { moreThan: 0, markers });
  if (left === null) await countByDefinition(database, workspaceId, experimentId);
  return left;
}
