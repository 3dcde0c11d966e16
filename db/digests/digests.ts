import type { WeeklySummary } from '../../domain/digest/weekly-summary';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

/** Records that the digest of a date is written. @returns false when it was before */
export async function insertDigest(
  transaction: Database,
  workspaceId: string,
  date: string,
  summary: WeeklySummary,
): Promise<boolean> {
  const rows = await transaction('digests')
    .insert({ workspace_id: workspaceId, day: date, summary: JSON.stringify(summary) })
    .onConflict(['workspace_id', 'day'])
    .ignore()
    .returning('day');
  return rows.length > 0;
}

/** The figures of a digest. */
export async function findDigest(database: Database, workspaceId: string, date: string): Promise<WeeklySummary | null> {
  const row = await database('digests')
    .where({ workspace_id: workspaceId, day: date })
    .first<{ summary: WeeklySummary } | undefined>('summary');
  return row?.summary ?? null;
}

/** When the newest digest was written; null before the first. */
export async function lastDigestAt(database: Database, workspaceId: string): Promise<Date | null> {
  const row = await database('digests')
    .where({ workspace_id: workspaceId })
    .max<{ at: Date | null }>('created_at as at')
    .first();
  return row?.at ?? null;
}

/**
 * Has the digest's schedule brought in line with the settings, after the commit. Each change is a command of its own: one that is
 * being carried out may have read the settings from before.
 */
export const queueDigestSync = (transaction: Database, workspaceId: string): Promise<void> =>
  enqueue(transaction, [{ workspaceId, kind: 'sync_digest', subjectId: newId('request') }]);

/** Has the digest of a date written and sent after the commit. */
export const queueDigestRun = (transaction: Database, workspaceId: string, date: string): Promise<void> =>
  enqueue(transaction, [{ workspaceId, kind: 'run_digest', subjectId: date }]);

/** Ids of workspaces above an id, in their order. */
export async function listWorkspaceIds(database: Database, after: string, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw('select id from workspaces where id > ? order by id limit ?', [after, limit]),
  );
  return rows.map(({ id }) => id);
}
