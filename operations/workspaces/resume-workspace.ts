import type { Database } from '../../db/connection/pool';
import { queueAllSchedules } from '../../db/workspaces/schedules';
import { lockWorkspace, setPaused } from '../../db/workspaces/workspaces';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/**
 * Has a paused workspace take requests again, and makes its schedules, in whatever Temporal serves this database. One that is not
 * paused stays as it is.
 * @throws AppError NOT_FOUND
 */
export function resumeWorkspace(database: Database, workspaceId: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    if (before.pausedAt === null) return;
    await setPaused(transaction, workspaceId, false);
    await queueAllSchedules(transaction, workspaceId);
    await recordAct(transaction, { workspaceId, id: 'system' }, 'workspace.resumed');
  });
}
