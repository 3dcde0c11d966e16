import type { Knex } from 'knex';
import type pg from 'pg';
import { preparedAs, type Database } from './pool';

/** Returns the rows of a statement that knex runs as it is written, with `?` or `:name` parameters. */
export async function rowsOf<Row>(result: PromiseLike<unknown>): Promise<Row[]> {
  return ((await result) as { rows: Row[] }).rows;
}

/**
 * Runs a statement like {@link rowsOf}, prepared by each connection on first use. For frequent statements that take
 * longer to plan than to execute.
 * @param name unique for this text
 */
export function preparedRows<Row>(
  database: Database,
  name: string,
  text: string,
  bindings: readonly Knex.RawBinding[] | Readonly<Record<string, Knex.RawBinding>>,
): Promise<Row[]> {
  return rowsOf<Row>(database.raw(text, bindings as Knex.ValueDict).options(preparedAs(database, name)));
}

/** A statement that each connection prepares on first use, with positional parameters (`$1`). */
export interface PreparedStatement {
  /** Unique for this text. */
  name: string;
  text: string;
}

/**
 * Runs a prepared statement on a connection of a pool or of a transaction, without knex's own work on its text. Behind a
 * pooler, it is parsed each time.
 * @returns the rows, and this process's clock in milliseconds, read after a connection was acquired and just before the
 * statement ran
 */
export async function runPrepared<Row>(
  database: Database,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<{ rows: Row[]; atMs: number }> {
  const pool = database.client as {
    acquireConnection(): Promise<pg.Client>;
    releaseConnection(connection: pg.Client): unknown;
  };
  const connection = await pool.acquireConnection();
  try {
    const atMs = Date.now();
    const { rows } = await connection.query({ ...preparedAs(database, name), text, values: [...values] });
    return { rows: rows as Row[], atMs };
  } finally {
    await pool.releaseConnection(connection);
  }
}

/**
 * Repeats a statement that returns the number of deleted `rows` until it deletes none.
 * @param signal stops after a chunk
 * @returns the total number of deleted rows
 */
export async function inChunks(
  database: Database,
  statement: string,
  { values = {}, signal }: { values?: Record<string, string | number>; signal: AbortSignal },
): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await rowsOf<{ rows: number }>(database.raw(statement, values));
    const rows = row?.rows ?? 0;
    if (rows === 0) return total;
    total += rows;
    signal.throwIfAborted();
  }
}
