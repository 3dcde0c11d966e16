import knex from 'knex';
import type { Knex } from 'knex';
import type pg from 'pg';
import { retryStatements, retryTransactions } from './conflict-retry';
import { connectTimeoutMs, watchServer, type WatchTimes } from './server-watch';

/** A pool, or one transaction of it. Statements run by a transaction join it. */
export type Database = Knex;

export interface ConnectionOptions {
  url: string;
  /**
   * PostgreSQL itself, when `url` leads to a pooler that lends a server's connection for one transaction, as PgBouncer does in
   * transaction mode. Nothing is kept with a connection then: time-outs are the pooler's to set, statements are not prepared.
   */
  directUrl?: string | undefined;
  /** Connections at most. */
  poolSize: number;
  applicationName: string;
  /** Milliseconds after which a statement is ended; 30 s unless given, 0 for never. */
  statementTimeoutMs?: number;
  watch?: WatchTimes;
  /** Milliseconds after which a wait for a lock is ended; none of its own unless given. */
  lockTimeoutMs?: number;
  /**
   * Whether transactions and single statements are repeated after a serialization failure or a deadlock; true unless given. A replica's
   * are not: its reads are repeated at the primary.
   */
  retriesConflicts?: boolean;
}

/**
 * A pool that connects when it is first used. A statement that takes too long is ended, waiting for a connection after 10 s. All
 * fail within some 7 s when the server says nothing at all ({@link watchServer}). Transactions are repeated after a conflict
 * ({@link retryTransactions}), and so are statements outside one.
 */
export function connect(options: ConnectionOptions): Database {
  const { url, directUrl, poolSize, applicationName, statementTimeoutMs = 30_000, lockTimeoutMs } = options;
  const { retriesConflicts = true } = options;
  const watch = watchServer({ url, directUrl }, options.watch);
  const database = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: applicationName,
      ...(directUrl === undefined && { statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs ?? false }),
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: poolSize,
      afterCreate(connection: pg.Client, done: (error: Error | null, connection: pg.Client) => void) {
        watch.guard(connection, statementTimeoutMs > 0 ? statementTimeoutMs + silenceMs : undefined);
        if (retriesConflicts) retryStatements(connection);
        done(null, connection);
      },
    },
    acquireConnectionTimeout: 10_000,
    // What went wrong with a connection is in the error; a line on standard error beside it may block or end the process.
    log: { warn: () => undefined },
  });
  if (retriesConflicts) retryTransactions(database);
  const client = database.client as { acquireRawConnection(): Promise<pg.Client>; destroy(): Promise<void> };
  if (directUrl !== undefined) unprepared.add(configOf(database));
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
 * Whether a pool has connections to spare, so that who holds one may wait for another: with all of them held by such, none would
 * get its second.
 */
export function hasRoom({ client }: Database): boolean {
  const { pool } = client as { pool: { max: number; numUsed(): number; numPendingAcquires(): number } };
  return pool.numUsed() + pool.numPendingAcquires() < pool.max / 2;
}

/** The options of a pool; its transactions share them. */
const configOf = ({ client }: Database): object => (client as { config: object }).config;
/** Pools whose statements may each run on another connection of the server. */
const unprepared = new WeakSet<object>();

/** How to ask that a connection prepares a statement and finds it again: not at all through a pooler. */
export const preparedAs = (database: Database, name: string): { name?: string } =>
  unprepared.has(configOf(database)) ? {} : { name };

/**
 * Milliseconds beyond its own time-out that one backend may be silent for: its connection is closed then, as its process was frozen
 * while the server lives.
 */
const silenceMs = 2_000;
