import type { Database } from '../../db/connection/pool';
import { deleteRows } from '../../db/workspaces/workspace-rows';
import { listWorkspaceTables } from '../../db/workspaces/workspace-tables';
import { deleteWorkspace, lockWorkspace } from '../../db/workspaces/workspaces';
import { conflict, notFound } from '../../domain/errors';

/**
 * Removes a paused workspace and everything in it from a database, in one transaction. Accounts of its members stay.
 * @returns how many rows were removed
 * @throws AppError NOT_FOUND, or CONFLICT for a workspace that is not paused
 */
export function removeWorkspace(database: Database, workspaceId: string): Promise<number> {
  return database.transaction(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    if (workspace === null) throw notFound('Workspace', workspaceId);
    if (workspace.pausedAt === null) {
      throw conflict(
        `Workspace "${workspaceId}" is not paused. Pause it first: npm run workspace -- pause --id ${workspaceId}`,
      );
    }
    return removeRows(transaction, workspaceId);
  });
}

/** Removes a workspace with all of its rows. @returns how many rows were removed */
export async function removeRows(transaction: Database, workspaceId: string): Promise<number> {
  const tables = (await listWorkspaceTables(transaction)).reverse();
  let rows = 0;
  for (const table of tables) rows += await deleteRows(transaction, table, workspaceId);
  // Again, because triggers write into tables that were already emptied.
  for (const table of tables) await deleteRows(transaction, table, workspaceId);
  await deleteWorkspace(transaction, workspaceId);
  return rows;
}
