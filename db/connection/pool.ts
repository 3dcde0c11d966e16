import knex, { type Knex } from 'knex';
import type pg from 'pg';
import { connectTimeoutMs, watchServer, type WatchTimes } from './server-watch';

/** A pool, or one transaction of it. Statements run by a transaction join it. */
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
