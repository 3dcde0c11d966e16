import type { WeeklySummary } from '../../domain/digest/weekly-summary';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

/**
 * Stores the digest of a date.
 * @returns false if it was already stored
 */
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

/** Finds the figures of a digest. */
export async function findDigest(database: Database, workspaceId: string, date: string): Promise<WeeklySummary | null> {
  const row = await database('digests')
    .where({ workspace_id: workspaceId, day: date })
    .first<{ summary: WeeklySummary } | undefined>('summary');
  return row?.summary ?? null;
}

/** Returns when the newest digest was written; null before the first. */
export async function lastDigestAt(database: Database, workspaceId: string): Promise<Date | null> {
  const row = await database('digests')
    .where({ workspace_id: workspaceId })
    .max<{ at: Date | null }>('created_at as at')
    .first();
  return row?.at ?? null;
}

/**
 * Queues a command that updates the digest's schedule to match the settings after the commit. Each change has its own
 * command, because a running command may have read the previous settings.
 */
export const queueDigestSync = (transaction: Database, workspaceId: string): Promise<void> =>
  enqueue(transaction, [{ workspaceId, kind: 'sync_digest', subjectId: newId('request') }]);

/** Queues a command that writes and sends the digest of a date after the commit. */
export const queueDigestRun = (transaction: Database, workspaceId: string, date: string): Promise<void> =>
  enqueue(transaction, [{ workspaceId, kind: 'run_digest', subjectId: date }]);

/** Lists ids of workspaces after `after`, in order. */
export async function listWorkspaceIds(database: Database, after: string, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw('select id from workspaces where id > ? order by id limit ?', [after, limit]),
  );
  return rows.map(({ id }) => id);
}
