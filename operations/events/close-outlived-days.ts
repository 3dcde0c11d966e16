import type { Database } from '../../db/connection/pool';
import { listRetentionDue, type RetentionDue } from '../../db/events/event-storage';
import type { OnChunk } from '../../db/events/in-chunks';
import { closeDays } from '../../db/analytics/rollups';
import { drainRollups } from '../analytics/drain-rollups';
import { withRollupsLocked } from '../analytics/with-rollups-locked';

/**
 * Closes the days that retention has passed, in every workspace: their rollups are counted a last time, and stand. A day ends
 * as a whole, by the workspace's timezone, so that no figure is of half a day.
 */
export async function closeOutlivedDays(database: Database, onChunk: OnChunk): Promise<RetentionDue[]> {
  const due = await listRetentionDue(database);
  for (const { workspaceId, before } of due) {
    await drainRollups(database, workspaceId, { recountsAll: true });
    await withRollupsLocked(database, workspaceId, (transaction) => closeDays(transaction, workspaceId, before));
    onChunk(1);
  }
  return due;
}
