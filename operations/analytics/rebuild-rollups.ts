import type { Database } from '../../db/connection/pool';
import { recountAll } from '../../db/analytics/rollups';
import { withRollupsLocked } from './with-rollups-locked';

/** Counts everything anew in one transaction; readers see the old figures until it commits. Closed days stay as they are. */
export async function rebuildRollups(database: Database, workspaceId: string): Promise<void> {
  await withRollupsLocked(database, workspaceId, (transaction, state) => recountAll(transaction, workspaceId, state));
}
