import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Database } from './connection/pool';
import { isLockTimeout } from './connection/errors';
import { rowsOf } from './connection/statements';
import { migrations as allMigrations, type ListedMigration } from './migrations/list';

const lockKey = 4_927_318_604;
const applicationName = 'apex-migrate';

/** How a migration waits for locks of other sessions. Later requests queue behind it, so each wait is short. */
export interface LockWaits {
  /** Maximum wait of a statement in milliseconds. */
  timeoutMs: number;
  /** Milliseconds between two attempts, in which the queued requests continue. */
  pauseMs: number;
  /** Attempts of one migration. */
  tries: number;
}

/** Longer than PostgreSQL's `deadlock_timeout` of 1 s, after which a blocking autovacuum is canceled. */
const usualWaits: LockWaits = { timeoutMs: 2_000, pauseMs: 5_000, tries: 12 };

export interface MigrateOptions {
  waits?: LockWaits;
  /** Receives a line each time that a migration has to wait. */
  report?: (line: string) => void;
  migrations?: readonly ListedMigration[];
}

/**
 * Updates a database to the newest schema and creates the event partitions of the months around now.
 * Several processes can run it at the same time: an advisory lock, which ends with its session, lets one run after the other. Each
 * migration is one transaction, except those that build indexes while the tables are in use.
 * @throws MigrationLockedError when a lock was not acquired in all attempts: finished migrations stay, and the next run continues
 * @throws UnsupportedSchemaError when the schema is older than the first release
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<void> {
  const { waits = usualWaits, report = () => undefined, migrations = allMigrations } = options;
  const pool = { url: databaseUrl, poolSize: 2, applicationName, statementTimeoutMs: 0 };
  const database = connect(pool);
  const impatient = connect({ ...pool, lockTimeoutMs: waits.timeoutMs });
  try {
    await database.transaction(async (transaction) => {
      await waitForMigrationLock(transaction);
      await changeSchema({ database: impatient, waits, report }, migrations);
    });
  } finally {
    await Promise.all([database.destroy(), impatient.destroy()]);
  }
}

const retryMs = 100;

/**
 * Holds no snapshot while it waits, because `create index concurrently` waits for the snapshots of other sessions: it retries instead
 * of waiting in a statement, and has no bindings, because a statement with bindings keeps its snapshot until the next one.
 */
async function waitForMigrationLock(transaction: Database): Promise<void> {
  for (;;) {
    const [row] = await rowsOf<{ taken: boolean }>(
      transaction.raw(`select pg_try_advisory_xact_lock(${lockKey}) as taken`),
    );
    if (row?.taken === true) return;
    await delay(retryMs);
  }
}

interface SchemaChange {
  /** A pool with statements that wait for locks no longer than {@link LockWaits.timeoutMs}. */
  database: Database;
  waits: LockWaits;
  report: (line: string) => void;
}

async function changeSchema(change: SchemaChange, migrations: readonly ListedMigration[]): Promise<void> {
  const { database } = change;
  // The lock row of Knex outlives a killed process. The advisory lock is held, so no other process can be here.
  if (await database.schema.hasTable('knex_migrations_lock')) {
    await refuseOlderSchema(database, migrations);
    await database.migrate.forceFreeMigrationsLock(configOf(migrations));
  }
  const [, pending] = (await database.migrate.list(configOf(migrations))) as [unknown, ListedMigration[]];
  for (const { name } of pending) {
    await tryForLock(change, `Migration ${name}`, () => database.migrate.up({ ...configOf(migrations), name }));
  }
  await tryForLock(change, 'Creating the event partitions', () =>
    database.raw(
      `select ensure_event_partitions((now() - interval '2 months')::date, (now() + interval '3 months')::date)`,
    ),
  );
}

async function refuseOlderSchema(database: Database, [first]: readonly ListedMigration[]): Promise<void> {
  const names = await database<{ name: string }>('knex_migrations').pluck('name');
  if (names.length > 0 && first !== undefined && !names.includes(first.name)) throw new UnsupportedSchemaError();
}

/** The schema is older than release 0.1.0. The message says what to do. */
export class UnsupportedSchemaError extends Error {
  override readonly name = 'UnsupportedSchemaError';

  constructor() {
    super(
      'The schema of this database is older than release 0.1.0, and cannot be upgraded. Create a new database; with ' +
        'npm start, delete the data folder (.data, or DATA_DIR).',
    );
  }
}

async function tryForLock({ database, waits, report }: SchemaChange, what: string, run: () => PromiseLike<unknown>) {
  for (let tried = 1; ; tried += 1) {
    try {
      await run();
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const holder = await describeOldestTransaction(database);
      if (tried === waits.tries) throw new MigrationLockedError({ what, tried, holder }, error);
      report(
        `${what} waits for a lock (${holder}); attempt ${tried + 1} of ${waits.tries} in ${waits.pauseMs / 1000} s.`,
      );
      await delay(waits.pauseMs);
    }
  }
}

/** Most likely it holds the lock. PostgreSQL reports blockers of waiting sessions only, and this session no longer waits. */
async function describeOldestTransaction(database: Database): Promise<string> {
  const [oldest] = await rowsOf<{ pid: number; application: string; seconds: number }>(
    database.raw(
      `select pid, application_name as application, extract(epoch from now() - xact_start)::integer as seconds
         from pg_stat_activity
        where datname = current_database() and xact_start is not null and backend_type = 'client backend'
          and application_name <> ?
        order by xact_start limit 1`,
      [applicationName],
    ),
  );
  if (oldest === undefined) return 'no open transaction';
  const { pid, application, seconds } = oldest;
  return `oldest open transaction: pid ${pid}, application "${application}", for ${seconds} s`;
}

/** Other transactions held a lock that a migration needs. The message says what to do. */
export class MigrationLockedError extends Error {
  override readonly name = 'MigrationLockedError';

  constructor({ what, tried, holder }: { what: string; tried: number; holder: string }, cause: unknown) {
    super(
      `${what} did not get its lock in ${tried} attempts (${holder}). End that transaction, for example with ` +
        '"select pg_terminate_backend(<pid>)", and run "npm run migrate" again: it continues with this step.',
      { cause },
    );
  }
}

const configOf = (migrations: readonly ListedMigration[]) => ({
  migrationSource: {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: (entry: ListedMigration) => entry.name,
    getMigration: (entry: ListedMigration) => Promise.resolve(entry.migration),
  },
});
