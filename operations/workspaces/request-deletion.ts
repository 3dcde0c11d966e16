import { findSession, type Session } from '../../db/accounts/sessions';
import type { Database } from '../../db/connection/pool';
import { enqueue } from '../../db/outbox/outbox';
import { closeWorkspace, findDeletion, insertDeletion } from '../../db/workspaces/deletions';
import { lockWorkspace } from '../../db/workspaces/workspaces';
import { assertMay } from '../../domain/accounts/permissions';
import { invalid, notFound } from '../../domain/errors';
import { findRights } from '../accounts/find-rights';

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
  database: Database,
  { workspaceId, name, userId, sessionId }: DeletionRequest,
): Promise<Session | null> {
  return database.transaction(async (transaction) => {
    const workspace = await lockWorkspace(transaction, workspaceId);
    const isRequested = (await findDeletion(transaction, workspaceId))?.requestedBy === userId;
    if (!isRequested) {
      const rights = workspace === null ? null : await findRights(transaction, workspaceId, userId);
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
