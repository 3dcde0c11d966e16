import { isForeignKeyViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { completeDeletion, deleteRowsPortion, noteDeletedRows } from '../../db/workspaces/deletions';
import { listWorkspaceTables } from '../../db/workspaces/workspace-tables';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import { removeRows } from './remove-workspace';

/** Rows deleted in one transaction. */
const portion = 5_000;

/**
 * Deletes the rows of a closed workspace: large tables in portions, so that no lock is held for long, and what is left
 * in one transaction with the workspace itself. Safe to repeat: it continues with the remaining rows.
 * @param onPortion called after each portion; throws to stop
 */
export async function deleteWorkspaceRows(
  database: Database,
  workspaceId: string,
  onPortion: () => void,
): Promise<void> {
  const tables = (await listWorkspaceTables(database)).reverse();
  let rows: number;
  do {
    // Triggers write into tables that were already emptied, so the tables are visited again.
    rows = 0;
    for (const table of tables) rows += await deleteAll(database, table, { workspaceId, onPortion });
  } while (rows > portion);
  // A drain that is in progress would write rows after they were deleted.
  await withRollupsLocked(database, workspaceId, async (transaction) => {
    await noteDeletedRows(transaction, workspaceId, await removeRows(transaction, workspaceId));
    await completeDeletion(transaction, workspaceId);
  });
}

async function deleteAll(
  database: Database,
  table: { name: string },
  { workspaceId, onPortion }: { workspaceId: string; onPortion: () => void },
): Promise<number> {
  for (let rows = 0; ;) {
    const deleted = await database
      .transaction(async (transaction) => {
        const count = await deleteRowsPortion(transaction, table, workspaceId, portion);
        if (count > 0) await noteDeletedRows(transaction, workspaceId, count);
        return count;
      })
      .catch(nothingIfReferenced);
    if (deleted === 0) return rows;
    rows += deleted;
    onPortion();
  }
}

/** Journeys and their versions refer to each other, so they are deleted in the last transaction. */
function nothingIfReferenced(error: unknown): 0 {
  if (isForeignKeyViolation(error)) return 0;
  throw error;
}
