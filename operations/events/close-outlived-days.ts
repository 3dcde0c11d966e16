import { listRetentionDue, type RetentionDue } from '../../db/events/event-storage';
import { closeDays } from '../../db/analytics/rollups';
import { drainRollups } from '../analytics/drain-rollups';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import type { Context } from '../ports';

/**
 * Closes the days that are older than each workspace's retention: counts their rollups for the last time. Closes whole days in the
 * workspace's timezone, so that no figure covers half a day. Skips a workspace that fails, and keeps its events.
 * @returns the closed workspaces, and the errors of the others by workspace
 */
export async function closeOutlivedDays({
  database,
  signal,
}: Pick<Context, 'database' | 'signal'>): Promise<{ closed: RetentionDue[]; failures: Map<string, unknown> }> {
  const closed: RetentionDue[] = [];
  const failures = new Map<string, unknown>();
  for (const due of await listRetentionDue(database)) {
    const { workspaceId, before } = due;
    try {
      await drainRollups({ database }, workspaceId, { recountsAll: true });
      await withRollupsLocked(database, workspaceId, (transaction) => closeDays(transaction, workspaceId, before));
      closed.push(due);
    } catch (error) {
      failures.set(workspaceId, error);
    }
    signal.throwIfAborted();
  }
  return { closed, failures };
}
