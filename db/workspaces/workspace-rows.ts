import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import type { WorkspaceTable } from './workspace-tables';

const rowBatchSize = 1_000;

/** Rows in PostgreSQL's text format, which is lossless: `(wsp_…,"a text",)`. */
type RowTexts = readonly string[];

/** Reads a workspace's rows of a table in portions, sorted if they are numbered. Requires a transaction. */
export async function* readRows(
  snapshot: Database,
  { name, numbered }: WorkspaceTable,
  workspaceId: string,
): AsyncGenerator<RowTexts> {
  const order = numbered === null ? '' : 'order by t.??';
  await snapshot.raw(
    `declare moved_rows no scroll cursor for select t::text as row from ?? t where t.workspace_id = ? ${order}`,
    [name, workspaceId, ...(numbered === null ? [] : [numbered])],
  );
  for (;;) {
    const rows = await rowsOf<{ row: string }>(snapshot.raw(`fetch ${rowBatchSize} from moved_rows`));
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < rowBatchSize) break;
  }
  await snapshot.raw('close moved_rows');
}

/** Inserts rows from {@link readRows} into a database with the same columns. They get new numbers. */
export async function insertRows(
  transaction: Database,
  { name, columns }: Pick<WorkspaceTable, 'name' | 'columns'>,
  rows: RowTexts,
): Promise<void> {
  // "offset 0" keeps the two query levels apart, so that each text is parsed once instead of once per column.
  const list = columns.map(() => '??').join(', ');
  await transaction.raw(
    `insert into ?? (${list})
     select ${columns.map(() => '(s.r).??').join(', ')}
       from (select cast(v as ??) as r from unnest(cast(? as text[])) with ordinality as u (v, n) order by n offset 0) s`,
    [name, ...columns, ...columns, name, [...rows]],
  );
}

/**
 * Deletes a workspace's rows of a table.
 * @returns how many
 */
export async function deleteRows(
  transaction: Database,
  { name }: WorkspaceTable,
  workspaceId: string,
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    transaction.raw(
      'with gone as (delete from ?? where workspace_id = ? returning 1) select count(*)::int as count from gone',
      [name, workspaceId],
    ),
  );
  return row?.count ?? 0;
}

/** Reads the row of the workspace itself. */
export async function readWorkspaceRow(snapshot: Database, workspaceId: string): Promise<RowTexts> {
  const rows = await rowsOf<{ row: string }>(
    snapshot.raw('select w::text as row from workspaces w where id = ?', [workspaceId]),
  );
  return rows.map(({ row }) => row);
}

/** A user account: a member, or the creator of a key. */
export interface Account {
  id: string;
  email: string;
  row: string;
}

export const readAccounts = (snapshot: Database, workspaceId: string): Promise<Account[]> =>
  rowsOf(
    snapshot.raw(
      `select u.id, u.email, u::text as row from users u
        where u.id in (select user_id from members where workspace_id = :workspaceId
                       union all select created_by from api_keys where workspace_id = :workspaceId)
        order by u.id`,
      { workspaceId },
    ),
  );

/** Reads the rows of users in a table with a column `user_id`. */
export async function readRowsOfUsers(
  snapshot: Database,
  table: 'user_totp' | 'recovery_codes',
  userIds: readonly string[],
): Promise<RowTexts> {
  const rows = await rowsOf<{ row: string }>(
    snapshot.raw('select t::text as row from ?? t where t.user_id = any (?)', [table, [...userIds]]),
  );
  return rows.map(({ row }) => row);
}

/** Finds existing accounts by email address. */
export const findAccounts = (
  transaction: Database,
  emails: readonly string[],
): Promise<Pick<Account, 'id' | 'email'>[]> =>
  rowsOf(transaction.raw('select id, email from users where email = any (?)', [[...emails]]));

/** Lists the columns of a table in this database, in order. */
export async function listColumns(database: Database, table: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    database.raw(
      `select attname::text as name from pg_attribute
        where attrelid = cast(? as regclass) and attnum > 0 and not attisdropped order by attnum`,
      [table],
    ),
  );
  return rows.map(({ name }) => name);
}

/** Lists the months of a workspace's events, as the first day of each month in UTC. */
export async function listEventMonths(database: Database, workspaceId: string): Promise<string[]> {
  const rows = await rowsOf<{ month: string }>(
    database.raw(
      `select distinct date_trunc('month', occurred_at at time zone 'UTC')::date::text as month
         from events where workspace_id = ? order by month`,
      [workspaceId],
    ),
  );
  return rows.map(({ month }) => month);
}

/** Numbers of unfinished items that block moving a workspace. */
export interface OpenWork {
  runs: number;
  erasures: number;
  commands: number;
  sends: number;
  visits: number;
  completions: number;
}

export async function countOpenWork(database: Database, workspaceId: string): Promise<OpenWork> {
  const [row] = await rowsOf<OpenWork>(
    database.raw(
      `select (select count(*)::int from executions where workspace_id = :workspaceId and status = 'RUNNING') as runs,
              (select count(*)::int from erasures where workspace_id = :workspaceId and status = 'running') as erasures,
              (select count(*)::int from outbox where workspace_id = :workspaceId) as commands,
              (select count(*)::int from sends where workspace_id = :workspaceId and status in ('queued', 'sending')) as sends,
              (select coalesce(sum(visits), 0)::int from rollup_queue where workspace_id = :workspaceId) as visits,
              (select count(*)::int from conversion_completions
                where workspace_id = :workspaceId and credits is null) as completions`,
      { workspaceId },
    ),
  );
  if (row === undefined) throw new Error('PostgreSQL counted nothing.');
  return row;
}
