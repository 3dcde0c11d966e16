import type { Database } from '../../db/connection/pool';
import { queueAllSchedules } from '../../db/workspaces/schedules';
import { lockWorkspace, setPaused } from '../../db/workspaces/workspaces';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/**
 * Has a workspace take no requests, and removes its schedules. What it has under way goes on. Pausing it again changes nothing.
 * @returns since when it is paused
 * @throws AppError NOT_FOUND
 */
export function pauseWorkspace(database: Database, workspaceId: string): Promise<Date> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    if (before.pausedAt !== null) return before.pausedAt;
    const pausedAt = await setPaused(transaction, workspaceId, true);
    await queueAllSchedules(transaction, workspaceId);
    await recordAct(transaction, { workspaceId, id: 'system' }, 'workspace.paused');
    return pausedAt ?? new Date();
  });
}
