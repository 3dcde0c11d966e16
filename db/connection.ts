import { randomBytes } from 'node:crypto';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { formatId, type IdKind } from '../domain/ids';
import { connectTimeoutMs, DatabaseAwayError, watchServer, type WatchTimes } from './server-watch';

const { KnexTimeoutError } = knex;

/** A pool, or one transaction of it: whoever is given one may run statements, and joins the transaction if it is one. */
export type Database = Knex;

export interface ConnectionOptions {
  url: string;
  /** Connections at most. */
  poolSize: number;
  applicationName: string;
  /** Milliseconds after which a statement is ended; 30 s unless given, 0 for never. */
  statementTimeoutMs?: number;
  watch?: WatchTimes;
  /** Milliseconds after which a wait for a lock is ended; none of its own unless given. */
  lockTimeoutMs?: number;
}

/**
 * A pool that connects when it is first used. A statement that takes too long is ended, waiting for a connection after 10 s. All
 * fail within some 7 s when the server says nothing at all ({@link watchServer}).
 */
export function connect(options: ConnectionOptions): Database {
  const { url, poolSize, applicationName, statementTimeoutMs = 30_000, lockTimeoutMs } = options;
  const watch = watchServer(url, options.watch);
  const database = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: applicationName,
      statement_timeout: statementTimeoutMs,
      ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: poolSize,
      afterCreate(connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void) {
        watch.guard(connection, statementTimeoutMs > 0 ? statementTimeoutMs + silenceMs : undefined);
        done(null, connection);
      },
    },
    acquireConnectionTimeout: 10_000,
    // What went wrong with a connection is in the error; a line on standard error beside it may block or end the process.
    log: { warn: () => undefined },
  });
  const client = database.client as { acquireRawConnection(): Promise<pg.Client>; destroy(): Promise<void> };
  const acquire = client.acquireRawConnection.bind(client);
  const destroy = client.destroy.bind(client);
  client.acquireRawConnection = () => watch.connecting(acquire);
  client.destroy = () => {
    watch.stop();
    return destroy();
  };
  return database;
}

/**
 * Milliseconds beyond its own time-out that one backend may be silent for: its connection is closed then, as its process was frozen
 * while the server lives.
 */
const silenceMs = 2_000;

/**
 * A new id, by this process's clock and the system's randomness. Ids of one millisecond count up from a random one, so that those
 * of a process sort in the order in which they were made.
 */
export function newId(kind: IdKind): string {
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    lastRandom = someRandomBytes();
  } else countUp(lastRandom);
  return formatId(kind, lastMs, lastRandom);
}

let lastMs = 0;
let lastRandom = new Uint8Array(10);

function countUp(bytes: Uint8Array): void {
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    const next = ((bytes[index] ?? 0) + 1) & 255;
    bytes[index] = next;
    if (next !== 0) return;
  }
}

function someRandomBytes(): Uint8Array<ArrayBuffer> {
  if (used + 10 > random.length) {
    random = randomBytes(random.length);
    used = 0;
  }
  used += 10;
  return Uint8Array.from(random.subarray(used - 10, used));
}

/** Asked of the system in portions: one id at a time costs more than the rest of making it. */
let random = randomBytes(20_480);
let used = 0;

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

/** Runs a prepared statement by a connection of a pool, not in a transaction. @param values by name, in one object or several */
export async function runPrepared<Row>(
  { client }: Database,
  { name, text, bindings }: PreparedStatement,
  ...values: readonly Readonly<Record<string, unknown>>[]
): Promise<Row[]> {
  const pool = client as { acquireConnection(): Promise<pg.Client>; releaseConnection(connection: pg.Client): unknown };
  const connection = await pool.acquireConnection();
  try {
    const query = { name, text, values: bindings.map((binding) => values.find((some) => binding in some)?.[binding]) };
    return ((await connection.query(query)) as unknown as { rows: Row[] }).rows;
  } finally {
    await pool.releaseConnection(connection);
  }
}

/** The rows that a raw statement returned. */
export async function rowsOf<Row>(result: PromiseLike<unknown>): Promise<Row[]> {
  return ((await result) as { rows: Row[] }).rows;
}

/** Of PostgreSQL's own errors; class 08 is about connections. */
const awayCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // No answer in time: a statement was ended, or a lock was not had.
  '57014',
  '55P03',
  // The server takes no writes: it is full, or it stands by for another.
  '53100',
  '25006',
]);

/** Of the system's network. */
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH']);

/** Whether an error says that PostgreSQL is away or has no room, rather than that a statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError || error instanceof KnexTimeoutError) return true;
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  const code = String(error.code);
  if (error instanceof pg.DatabaseError) return awayCodes.has(code) || code.startsWith('08');
  return socketCodes.has(code);
}

/** Whether an error says that a statement, or its wait for a lock, was ended for its time. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '57014' || error.code === '55P03');

/** Whether an error says that a wait for a lock was ended for its time. */
export const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03';

/** Whether an error is PostgreSQL's refusal of a second row with the same unique value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505';

/** Whether PostgreSQL ended a transaction because it and others waited for each other in a circle. */
export const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01';

/** Whether an error says that a row refers to one that is not there (any more). */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23503';
