import type { Database } from '../../db/connection/pool';
import { insertDigest } from '../../db/digests/digests';
import { queueMemberNotice } from '../../db/notices/member-notices';
import { summarizeWeek } from '../../db/reports/weekly-summary';
import { digestPeriod } from '../../domain/digest/digest-time';
import { readReport } from '../analytics/read-report';

/**
 * Writes the digest of a date and a notice for each member who wants it, once.
 * @param date in the workspace's timezone, ISO 8601
 * @returns how many notices; 0 when the digest was written before
 */
export async function writeDigest(database: Database, workspaceId: string, date: string): Promise<number> {
  const summary = await readReport({ database, replica: null }, workspaceId, (snapshot) =>
    summarizeWeek(snapshot, workspaceId, digestPeriod(date)),
  );
  return database.transaction(async (transaction) => {
    if (!(await insertDigest(transaction, workspaceId, date, summary))) return 0;
    return queueMemberNotice(transaction, workspaceId, { template: 'weekly-digest', date });
  });
}
