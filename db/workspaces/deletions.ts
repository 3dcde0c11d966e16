import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import type { WorkspaceTable } from './workspace-tables';

/** Deletions of workspaces: `workspace_deletions`. A workflow continues them. Their records are kept. */
export interface WorkspaceDeletion {
  /** The workspace's. */
  id: string;
  requestedBy: string;
  requestedAt: Date;
  completedAt: Date | null;
}

export async function insertDeletion(transaction: Database, id: string, requestedBy: string): Promise<void> {
  await transaction('workspace_deletions').insert({ id, requested_by: requestedBy });
}

export async function findDeletion(database: Database, id: string): Promise<WorkspaceDeletion | null> {
  const row = await database('workspace_deletions')
    .where({ id })
    .first<WorkspaceDeletion | undefined>(
      'id',
      'requested_by as requestedBy',
      'requested_at as requestedAt',
      'completed_at as completedAt',
    );
  return row ?? null;
}

/** Lists deletions that have run for five minutes without a command in the outbox to start them. */
export const listUnqueuedDeletions = (
  database: Database,
  limit: number,
): Promise<{ workspaceId: string; id: string }[]> =>
  rowsOf(
    database.raw(
      `select d.id as "workspaceId", d.id from workspace_deletions d
        where d.completed_at is null and d.requested_at < now() - interval '5 minutes'
          and not exists (select 1 from outbox o
                           where o.workspace_id = d.id and o.kind = 'delete_workspace' and o.subject_id = d.id)
        order by d.requested_at limit ?`,
      [limit],
    ),
  );

/**
 * Closes a workspace to every caller: pauses it, replaces its public key, moves sessions to another workspace of their
 * person, and deletes its members, invitations and keys, with the sessions of people who have no other workspace.
 */
export async function closeWorkspace(transaction: Database, id: string): Promise<void> {
  await transaction('workspaces')
    .where({ id })
    .update({ paused_at: transaction.raw('coalesce(paused_at, now())'), public_key: `deleted_${id}` });
  await transaction.raw(
    `update sessions s set workspace_id = other.workspace_id
       from (select distinct on (user_id) user_id, workspace_id from members
              where workspace_id <> :id and user_id in (select user_id from members where workspace_id = :id)
              order by user_id, created_at, workspace_id) other
      where s.workspace_id = :id and s.user_id = other.user_id and s.revoked_at is null`,
    { id },
  );
  for (const table of ['api_keys', 'invitations', 'members']) {
    await transaction(table).where({ workspace_id: id }).delete();
  }
}

/** Deletes the commands of a workspace that no worker is executing, except its deletion. */
export async function deleteCommands(database: Database, workspaceId: string): Promise<void> {
  await database('outbox')
    .where({ workspace_id: workspaceId })
    .whereNot({ kind: 'delete_workspace' })
    .whereRaw('(claimed_by is null or available_at <= now())')
    .delete();
}

/** Returns whether a worker executes a command of the workspace, other than its deletion. */
export async function hasCommands(database: Database, workspaceId: string): Promise<boolean> {
  const row = await database('outbox')
    .where({ workspace_id: workspaceId })
    .whereNot({ kind: 'delete_workspace' })
    .first<object | undefined>('id');
  return row !== undefined;
}

/** Returns whether a transaction of the service that started before an instant is open. Its writes are not visible yet. */
export async function hasEarlierTransaction(database: Database, since: Date): Promise<boolean> {
  const rows = await rowsOf(
    database.raw(
      `select pid from pg_stat_activity
        where datname = current_database() and application_name like 'apex-%' and pid <> pg_backend_pid()
          and backend_type = 'client backend' and xact_start < ? limit 1`,
      [since],
    ),
  );
  return rows.length > 0;
}

/** Lists running executions of a workspace after an id, in order. */
export async function listRunningExecutions(
  database: Database,
  workspaceId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  return database('executions')
    .where({ workspace_id: workspaceId, status: 'RUNNING' })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .pluck('id');
}

/**
 * Deletes up to `limit` rows of a workspace from a table.
 * @returns how many. Rows that PostgreSQL deletes with them are not counted
 */
export async function deleteRowsPortion(
  database: Database,
  { name }: Pick<WorkspaceTable, 'name'>,
  workspaceId: string,
  limit: number,
): Promise<number> {
  // A partition may have a row at the same place as another. It is deleted too if it belongs to the workspace.
  const [row] = await rowsOf<{ count: number }>(
    database.raw(
      `with gone as (
         delete from ?? where workspace_id = ?
            and ctid = any (array (select ctid from ?? where workspace_id = ? limit ?)) returning 1
       ) select count(*)::int as count from gone`,
      [name, workspaceId, name, workspaceId, limit],
    ),
  );
  return row?.count ?? 0;
}

/** Adds to the number of deleted rows. */
export async function noteDeletedRows(database: Database, id: string, rows: number): Promise<void> {
  await database('workspace_deletions').where({ id }).increment('rows', rows);
}

export async function completeDeletion(transaction: Database, id: string): Promise<void> {
  await transaction('workspace_deletions').where({ id }).update({ completed_at: transaction.fn.now() });
}
