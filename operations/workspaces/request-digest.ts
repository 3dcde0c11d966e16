import type { Database } from '../../db/connection/pool';
import { queueDigestRun } from '../../db/digests/digests';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import { digestDate } from '../../domain/digest/digest-date';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** Has today's digest sent. @returns its date in the workspace's timezone @throws AppError NOT_FOUND */
export function requestDigest(database: Database, actor: Actor, now: Date): Promise<string> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const workspace = await findWorkspace(transaction, workspaceId);
    if (workspace === null) throw notFound('Workspace', workspaceId);
    const date = digestDate(now, workspace.timezone);
    await queueDigestRun(transaction, workspaceId, date);
    await recordAct(transaction, actor, 'digest.run', { metadata: { date } });
    return date;
  });
}
