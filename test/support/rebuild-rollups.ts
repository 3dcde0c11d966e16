import { recountAll } from '../../db/analytics/rollups';
import type { Database } from '../../db/connection/pool';
import { withRollupsLocked } from '../../operations/analytics/with-rollups-locked';

/** Recounts everything in one transaction, as a change of the workspace's timezone does. Closed days do not change. */
export async function rebuildRollups(database: Database, workspaceId: string): Promise<void> {
  await withRollupsLocked(database, workspaceId, (transaction, state) => recountAll(transaction, workspaceId, state));
}
