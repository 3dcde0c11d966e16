import { insertDigest } from '../../db/digests/digests';
import { queueMemberNotice } from '../../db/notices/member-notices';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { readReport } from '../analytics/read-report';
import { summarizeWeek } from './summarize-week';
import type { Context } from '../ports';

/**
 * Writes the digest of a date and a notice for each member who wants it, once.
 * @param date in the workspace's timezone, ISO 8601
 * @returns how many notices; 0 when the digest was written before, and for a workspace that was deleted
 */
export async function writeDigest(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  date: string,
): Promise<number> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) return 0;
  const week = { workspaceId, timezone: workspace.timezone, date, now: new Date() };
  const summary = await readReport({ database, replica: null }, workspaceId, (snapshot) =>
    summarizeWeek(snapshot, week),
  );
  return database.transaction(async (transaction) => {
    if (!(await insertDigest(transaction, workspaceId, date, summary))) return 0;
    return queueMemberNotice(transaction, workspaceId, { template: 'weekly-digest', date });
  });
}
