import type { Knex } from 'knex';
import type pg from 'pg';
import { preparedAs, type Database } from './pool';

/** The rows that a raw statement returned. */
export async function rowsOf<Row>(result: PromiseLike<unknown>): Promise<Row[]> {
  return ((await result) as { rows: Row[] }).rows;
}

/**
 * The rows of a statement that each connection prepares when it first runs it, in a transaction or not. For those that run often, and whose
 * planning costs more than what they do.
 * @param name of this text alone
 */
export function preparedRows<Row>(
  database: Database,
  name: string,
  text: string,
  bindings: readonly Knex.RawBinding[] | Readonly<Record<string, Knex.RawBinding>>,
): Promise<Row[]> {
  return rowsOf<Row>(database.raw(text, bindings as Knex.ValueDict).options(preparedAs(database, name)));
}

/** A statement that each connection prepares when it first runs it. For those that are run often enough that reading them counts. */
export interface PreparedStatement {
  name: string;
  /** With bindings by their places. */
  text: string;
  /** Of the bindings, in their places. */
  bindings: readonly string[];
}

/** @param text with bindings by name, as `:name` */
export function prepareStatement(name: string, text: string): PreparedStatement {
  const bindings: string[] = [];
  const placed = text.replace(/(?<!:):([a-z]\w*)/gi, (_, binding: string) => {
    if (!bindings.includes(binding)) bindings.push(binding);
    return `$${bindings.indexOf(binding) + 1}`;
  });
  return { name, text: placed, bindings };
}

/**
 * Runs a prepared statement by a connection of a pool, or by that of a transaction. Through a pooler it is read anew each time.
 * @param values by name, in one object or several
 */
export async function runPrepared<Row>(
  database: Database,
  statement: PreparedStatement,
  ...values: readonly Readonly<Record<string, unknown>>[]
): Promise<Row[]> {
  return (await runPreparedTimed<Row>(database, statement, ...values)).rows;
}

/** The same. @returns also this process's clock from just before, in milliseconds: once there was a connection to run it by */
export async function runPreparedTimed<Row>(
  database: Database,
  { name, text, bindings }: PreparedStatement,
  ...values: readonly Readonly<Record<string, unknown>>[]
): Promise<{ rows: Row[]; atMs: number }> {
  const pool = database.client as {
    acquireConnection(): Promise<pg.Client>;
    releaseConnection(connection: pg.Client): unknown;
  };
  const connection = await pool.acquireConnection();
  try {
    const query = {
      ...preparedAs(database, name),
      text,
      values: bindings.map((binding) => values.find((some) => binding in some)?.[binding]),
    };
    const atMs = Date.now();
    const { rows } = (await connection.query(query)) as unknown as { rows: Row[] };
    return { rows, atMs };
  } finally {
    await pool.releaseConnection(connection);
  }
}
