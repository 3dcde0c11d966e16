import { listRetentionDue, type RetentionDue } from '../../db/events/event-storage';
import type { OnChunk } from '../../db/events/in-chunks';
import { closeDays } from '../../db/analytics/rollups';
import { drainRollups } from '../analytics/drain-rollups';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import type { Context } from '../ports';

/**
 * Closes the days that retention has passed, in every workspace: their rollups are counted a last time, and stand. A day ends
 * as a whole, by the workspace's timezone, so that no figure is of half a day. A workspace that fails is passed over: its events stay.
 * @returns those that were closed, and why the others were not, by workspace
 */
export async function closeOutlivedDays(
  { database }: Pick<Context, 'database'>,
  onChunk: OnChunk,
): Promise<{ closed: RetentionDue[]; failures: Map<string, unknown> }> {
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
    onChunk(1);
  }
  return { closed, failures };
}
