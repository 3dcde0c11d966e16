import knex from 'knex';
import type { Knex } from 'knex';
import type pg from 'pg';
import { retryStatements, retryTransactions } from './conflict-retry';
import { connectTimeoutMs, watchServer, type WatchTimes } from './server-watch';

/** A pool, or a transaction of it. Statements run through a transaction are part of it. */
export type Database = Knex;

export interface ConnectionOptions {
  url: string;
  /**
   * Address of PostgreSQL itself if `url` points to a pooler that assigns a server connection per transaction, such as
   * PgBouncer in transaction mode. Connections then have no state: the pooler has to set timeouts, and statements are
   * not prepared.
   */
  directUrl?: string | undefined;
  /** Maximum number of connections. */
  poolSize: number;
  applicationName: string;
  /** Statement timeout in milliseconds; 30 s by default, 0 for none. */
  statementTimeoutMs?: number;
  watch?: WatchTimes;
  /** Lock timeout in milliseconds; none by default. */
  lockTimeoutMs?: number;
  /**
   * Whether transactions and single statements are retried after a serialization failure or a deadlock; true by
   * default. False for a replica, because its reads are retried on the primary.
   */
  retriesConflicts?: boolean;
}

/**
 * Creates a pool that connects on first use. Statements end at their timeout, and waiting for a connection ends after
 * 10 s. All of them fail within about 7 s if the server does not respond at all ({@link watchServer}). Transactions are
 * retried after a conflict ({@link retryTransactions}), and so are statements outside a transaction.
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
    // The error already says what is wrong with a connection. An additional line on standard error could block or end
    // the process.
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
 * Returns whether a pool has spare connections, so that a caller that has one may wait for another. If such callers
 * held all connections, none of them would get its second one.
 */
export function hasRoom({ client }: Database): boolean {
  const { pool } = client as { pool: { max: number; numUsed(): number; numPendingAcquires(): number } };
  return pool.numUsed() + pool.numPendingAcquires() < pool.max / 2;
}

/** Returns the options of a pool, which its transactions share. */
const configOf = ({ client }: Database): object => (client as { config: object }).config;
/** Pools that may run each statement on a different server connection. */
const unprepared = new WeakSet<object>();

/** Returns the query options that make a connection prepare and reuse a statement. Empty behind a pooler. */
export const preparedAs = (database: Database, name: string): { name?: string } =>
  unprepared.has(configOf(database)) ? {} : { name };

/**
 * Milliseconds that a backend may be silent beyond its statement timeout. After that its connection is closed: the
 * process is frozen although the server runs.
 */
const silenceMs = 2_000;
