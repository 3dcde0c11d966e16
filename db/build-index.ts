import type { Knex } from 'knex';
import type pg from 'pg';

/**
 * Builds an index while the table is read and written, for migrations outside a transaction (`export const config = {
 * transaction: false }`). It can be run again: a valid index is kept, and an invalid one from an interrupted run is
 * dropped and rebuilt. For a partitioned table, it builds and attaches the index of one partition at a time.
 * @param name of the index; those of partitions are `<partition>_<name>`
 * @param rest what follows the table in `create index`: `(workspace_id, execution_id) where execution_id is not null`
 */
export async function buildIndex(knex: Knex, name: string, table: string, rest: string): Promise<void> {
  const pool = knex.client as { acquireConnection(): Promise<pg.Client>; releaseConnection(used: pg.Client): unknown };
  const connection = await pool.acquireConnection();
  try {
    if (await isPartitioned(connection, table)) await buildPartitionedIndex(connection, name, table, rest);
    else await buildOneIndex(connection, name, table, rest);
  } finally {
    await pool.releaseConnection(connection);
  }
}

async function isPartitioned(connection: pg.Client, table: string): Promise<boolean> {
  const { rows } = await connection.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = cast($1 as regclass)',
    [table],
  );
  return rows[0]?.kind === 'p';
}

async function buildOneIndex(connection: pg.Client, name: string, table: string, rest: string): Promise<void> {
  const { rows } = await connection.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0]?.valid === true) return;
  // Both statements wait for open transactions, but do not block readers or writers.
  await connection.query('set lock_timeout = 0');
  try {
    if (rows[0] !== undefined) await connection.query(`drop index concurrently ${name}`);
    await connection.query(`create index concurrently ${name} on ${table} ${rest}`);
  } finally {
    await connection.query('reset lock_timeout').catch(() => undefined);
  }
}

/**
 * The index of the partitioned table is invalid until the last partition's index is attached. New partitions get their
 * index automatically.
 */
async function buildPartitionedIndex(connection: pg.Client, name: string, table: string, rest: string): Promise<void> {
  await connection.query(`create index if not exists ${name} on only ${table} ${rest}`);
  for (;;) {
    const partition = await findPartitionWithoutIndex(connection, name, table);
    if (partition === undefined) return;
    const partitionIndex = `${partition}_${name}`;
    await buildOneIndex(connection, partitionIndex, partition, rest);
    await connection.query(`alter index ${name} attach partition ${partitionIndex}`);
  }
}

async function findPartitionWithoutIndex(connection: pg.Client, name: string, table: string) {
  const { rows } = await connection.query<{ partition: string }>(
    `select c.relname as partition
       from pg_inherits p join pg_class c on c.oid = p.inhrelid
      where p.inhparent = cast($1 as regclass)
        and not exists (select from pg_inherits a join pg_index i on i.indexrelid = a.inhrelid
                         where a.inhparent = cast($2 as regclass) and i.indrelid = c.oid)
      order by c.relname limit 1`,
    [table, name],
  );
  return rows[0]?.partition;
}
