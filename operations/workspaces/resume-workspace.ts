import type { Database } from '../../db/connection/pool';
import { findDeletion } from '../../db/workspaces/deletions';
import { queueAllSchedules } from '../../db/workspaces/schedules';
import { lockWorkspace, setPaused } from '../../db/workspaces/workspaces';
import { conflict, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/**
 * Has a paused workspace take requests again, and makes its schedules, in whatever Temporal serves this database. One that is not
 * paused stays as it is.
 * @throws AppError NOT_FOUND, CONFLICT for one that is being deleted
 */
export function resumeWorkspace(database: Database, workspaceId: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    if (before.pausedAt === null) return;
    if ((await findDeletion(transaction, workspaceId)) !== null) {
      throw conflict(`Workspace "${workspaceId}" is being deleted and cannot be resumed.`);
    }
    await setPaused(transaction, workspaceId, false);
    await queueAllSchedules(transaction, workspaceId);
    await recordAct(transaction, { workspaceId, id: 'system' }, 'workspace.resumed');
  });
}
