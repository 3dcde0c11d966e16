import { setTimeout as delay } from 'node:timers/promises';
import { fillReferences, type CostlyCommunication } from './communications/communication-references';
import { connect, type Database } from './connection/pool';
import { isLockTimeout } from './connection/errors';
import { rowsOf } from './connection/statements';
import { migrations } from './migrations/list';

const lockKey = 4_927_318_604;
const applicationName = 'apex-migrate';

/** How a migration waits for locks that other sessions hold. Who comes after it waits too, so that each wait is short. */
export interface LockWaits {
  /** Milliseconds that a statement waits. */
  timeoutMs: number;
  /** Milliseconds between two tries, in which those who queued behind it go on. */
  pauseMs: number;
  /** Tries of one migration, then it is given up. */
  tries: number;
}

/** Longer than PostgreSQL's `deadlock_timeout` of 1 s, after which an autovacuum that is in the way is ended. */
const usualWaits: LockWaits = { timeoutMs: 2_000, pauseMs: 5_000, tries: 12 };

export interface MigrateOptions {
  waits?: LockWaits;
  /** Takes a line each time that a migration has to wait. */
  report?: (line: string) => void;
}

/**
 * Brings a database to the newest schema and makes the event partitions of the months around now.
 * Safe to run from several processes at once: they follow each other by an advisory lock, which dies with its session, and the later
 * ones find nothing left to do. Each migration is one transaction, but for those that build indexes while the tables are used; what is
 * filled in afterwards is written row by row.
 * @throws MigrationLockedError when a lock was not had after all tries: the migrations before stay, and the next run continues there
 * @returns communications of before that are too costly: they keep working, within the limits of a rendering
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<CostlyCommunication[]> {
  const { waits = usualWaits, report = () => undefined } = options;
  const pool = { url: databaseUrl, poolSize: 2, applicationName, statementTimeoutMs: 0 };
  const database = connect(pool);
  const impatient = connect({ ...pool, lockTimeoutMs: waits.timeoutMs });
  try {
    return await database.transaction(async (transaction) => {
      await waitForMigrationLock(transaction);
      await changeSchema({ database: impatient, waits, report });
      return fillReferences(database);
    });
  } finally {
    await Promise.all([database.destroy(), impatient.destroy()]);
  }
}

const retryMs = 100;

/**
 * Must leave no snapshot behind, as `create index concurrently` waits for those of other sessions. A statement that waits for a lock
 * keeps one, so that it is tried again instead; one with bindings keeps its until the next statement, so that the key is written out.
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
  /** A pool whose statements wait for locks no longer than {@link LockWaits.timeoutMs}. */
  database: Database;
  waits: LockWaits;
  report: (line: string) => void;
}

async function changeSchema(change: SchemaChange): Promise<void> {
  const { database } = change;
  // Knex's own lock row outlives a killed process; the advisory lock is held, so that no other process can be inside.
  if (await database.schema.hasTable('knex_migrations_lock')) await database.migrate.forceFreeMigrationsLock(config);
  const [, pending] = (await database.migrate.list(config)) as [unknown, (typeof migrations)[number][]];
  for (const { name } of pending) {
    await tryForLock(change, `Migration ${name}`, () => database.migrate.up({ ...config, name }));
  }
  await tryForLock(change, 'Making the event partitions', () =>
    database.raw(
      `select ensure_event_partitions((now() - interval '2 months')::date, (now() + interval '3 months')::date)`,
    ),
  );
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
      report(`${what} waits for a lock (${holder}); try ${tried + 1} of ${waits.tries} in ${waits.pauseMs / 1000} s.`);
      await delay(waits.pauseMs);
    }
  }
}

/** Most likely it holds the lock: PostgreSQL reports blockers of waiting sessions only, and ours has stopped waiting. */
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
  if (oldest === undefined) return 'no transaction is open any more';
  const { pid, application, seconds } = oldest;
  return `oldest open transaction: pid ${pid}, application "${application}", for ${seconds} s`;
}

/** Other transactions held what a migration needs, all the time. The message names the remedy. */
export class MigrationLockedError extends Error {
  override readonly name = 'MigrationLockedError';

  constructor({ what, tried, holder }: { what: string; tried: number; holder: string }, cause: unknown) {
    super(
      `${what} did not get its lock in ${tried} tries (${holder}). End that transaction, for instance with ` +
        '"select pg_terminate_backend(<pid>)", and run "npm run migrate" again: it continues with this step.',
      { cause },
    );
  }
}

const config = {
  migrationSource: {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: (entry: (typeof migrations)[number]) => entry.name,
    getMigration: (entry: (typeof migrations)[number]) => Promise.resolve(entry.migration),
  },
};
