import { findSession, type Session } from '../../db/accounts/sessions';
import { isForeignKeyViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { enqueue } from '../../db/outbox/outbox';
import {
  closeWorkspace,
  completeDeletion,
  deleteRowsPortion,
  findDeletion,
  insertDeletion,
  listUnqueuedDeletions,
  noteDeletedRows,
} from '../../db/workspaces/deletions';
import { deleteRows } from '../../db/workspaces/workspace-rows';
import { listWorkspaceTables } from '../../db/workspaces/workspace-tables';
import { deleteWorkspace, lockWorkspace } from '../../db/workspaces/workspaces';
import { assertMay } from '../../domain/accounts/permissions';
import { conflict, invalid, notFound } from '../../domain/errors';
import { findRights } from '../accounts/rights';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import { requeue } from '../outbox/requeue';
import type { Context } from '../ports';

interface DeletionRequest {
  workspaceId: string;
  /** The name of the workspace, as confirmation. */
  name: string;
  userId: string;
  /** Null if the request came with a key. */
  sessionId: string | null;
}

/**
 * Deletes a workspace. From the commit on, its keys and sessions do not work, and sessions of people with another
 * workspace continue there; a workflow deletes the rest. Repeating the request changes nothing.
 * @returns the caller's session, now in another workspace; null if they have none
 * @throws AppError NOT_FOUND for a workspace that the caller is not a member of; FORBIDDEN for other roles than owner;
 * VALIDATION_ERROR for another name
 */
export function requestDeletion(
  { database }: Pick<Context, 'database'>,
  { workspaceId, name, userId, sessionId }: DeletionRequest,
): Promise<Session | null> {
  return database.transaction(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    const isRequested = (await findDeletion(transaction, workspaceId))?.requestedBy === userId;
    if (!isRequested) {
      const rights = workspace === null ? null : await findRights({ database: transaction }, workspaceId, userId);
      if (workspace === null || rights === null) throw notFound('Workspace', workspaceId);
      assertMay(rights.role, 'workspace.delete', 'Deleting a workspace');
      if (name !== workspace.name) throw wrongName(workspace.name);
      await insertDeletion(transaction, workspaceId, userId);
      await closeWorkspace(transaction, workspaceId);
      await enqueue(transaction, [{ workspaceId, kind: 'delete_workspace', subjectId: workspaceId }]);
    }
    return sessionId === null ? null : findSession(transaction, sessionId);
  });
}

const wrongName = (name: string) =>
  invalid(`To delete this workspace, send its name, "${name}".`, [
    { path: 'name', message: `must be the name of the workspace, "${name}"` },
  ]);

/** Queues the start of deletions again. A deletion with a running workflow continues there. @returns how many */
export const requeueDeletions = ({ database }: Pick<Context, 'database'>, limit: number): Promise<number> =>
  requeue(database, 'delete_workspace', (transaction) => listUnqueuedDeletions(transaction, limit));

/** Rows deleted in one transaction. */
const portion = 5_000;

/**
 * Deletes the rows of a closed workspace: large tables in portions, so that no lock is held for long, and the rest
 * in one transaction with the workspace itself. Safe to repeat: it continues with the remaining rows, and does nothing for a
 * completed deletion.
 */
export async function deleteWorkspaceRows(
  context: Pick<Context, 'database' | 'signal'>,
  workspaceId: string,
): Promise<void> {
  const { database } = context;
  const deletion = await findDeletion(database, workspaceId);
  if (deletion?.completedAt !== null) return;
  const tables = (await listWorkspaceTables(database)).reverse();
  let rows: number;
  do {
    // Triggers write into tables that were already emptied, so the tables are visited again.
    rows = 0;
    for (const table of tables) rows += await deleteAll(context, table, workspaceId);
  } while (rows > portion);
  // A drain that is in progress would write rows after they were deleted.
  await withRollupsLocked(database, workspaceId, async (transaction) => {
    await noteDeletedRows(transaction, workspaceId, await removeRows(transaction, workspaceId));
    await completeDeletion(transaction, workspaceId);
  });
}

async function deleteAll(
  { database, signal }: Pick<Context, 'database' | 'signal'>,
  table: { name: string },
  workspaceId: string,
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
    signal.throwIfAborted();
  }
}

/** Journeys and their versions refer to each other, so they are deleted in the last transaction. */
function nothingIfReferenced(error: unknown): 0 {
  if (isForeignKeyViolation(error)) return 0;
  throw error;
}

/**
 * Removes a paused workspace and everything in it from a database, in one transaction. Accounts of its members stay.
 * @returns the number of removed rows
 * @throws AppError NOT_FOUND, or CONFLICT if the workspace is not paused
 */
export function removeWorkspace({ database }: Pick<Context, 'database'>, workspaceId: string): Promise<number> {
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

/** Removes a workspace with all of its rows. @returns the number of removed rows */
async function removeRows(transaction: Database, workspaceId: string): Promise<number> {
  const tables = (await listWorkspaceTables(transaction)).reverse();
  let rows = 0;
  for (const table of tables) rows += await deleteRows(transaction, table, workspaceId);
  // Again, because triggers write into tables that were already emptied.
  for (const table of tables) await deleteRows(transaction, table, workspaceId);
  await deleteWorkspace(transaction, workspaceId);
  return rows;
}
