import type { Knex } from 'knex';
import type pg from 'pg';
import { preparedAs, type Database } from './pool';

/** Returns the rows of a raw statement. */
export async function rowsOf<Row>(result: PromiseLike<unknown>): Promise<Row[]> {
  return ((await result) as { rows: Row[] }).rows;
}

/**
 * Runs a statement that each connection prepares on first use, inside or outside a transaction. For frequent statements
 * that take longer to plan than to execute.
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

/**
 * A statement that each connection prepares on first use. For statements that run so often that the cost of parsing
 * them matters.
 */
export interface PreparedStatement {
  name: string;
  /** Uses positional bindings. */
  text: string;
  /** Names of the bindings, in positional order. */
  bindings: readonly string[];
}

/**
 * Converts a statement with named bindings to one with positional bindings.
 * @param text with bindings by name, as `:name`
 */
export function prepareStatement(name: string, text: string): PreparedStatement {
  const bindings: string[] = [];
  const placed = text.replace(/(?<!:):([a-z]\w*)/gi, (_, binding: string) => {
    if (!bindings.includes(binding)) bindings.push(binding);
    return `$${bindings.indexOf(binding) + 1}`;
  });
  return { name, text: placed, bindings };
}

/**
 * Runs a prepared statement on a connection of a pool or of a transaction. Behind a pooler, it is parsed each time.
 * @param values by name, in one object or several
 */
export async function runPrepared<Row>(
  database: Database,
  statement: PreparedStatement,
  ...values: readonly Readonly<Record<string, unknown>>[]
): Promise<Row[]> {
  return (await runPreparedTimed<Row>(database, statement, ...values)).rows;
}

/**
 * Runs a prepared statement like {@link runPrepared}.
 * @returns also this process's clock in milliseconds, read after a connection was acquired and just before the
 * statement ran
 */
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
