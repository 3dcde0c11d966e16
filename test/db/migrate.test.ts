import type { Knex } from 'knex';
import { buildIndex } from '../../db/build-index';
import { connect, type Database } from '../../db/connection/pool';
import { rowsOf } from '../../db/connection/statements';
import { migrate } from '../../db/migrate';
import { migrations } from '../../db/migrations/list';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { waitFor } from '../support/wait-for';

test('migrations run once with four concurrent callers, and again without changes', async () => {
  const testDatabase = await createTestDatabase({ empty: true });
  try {
    await Promise.all(Array.from({ length: 4 }, () => migrate(testDatabase.url)));
    await migrate(testDatabase.url);
    const database = connect({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
    const names = (await database('knex_migrations').orderBy('id').select('name')).map(({ name }) => name as string);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names).toEqual(migrations.map(({ name }) => name));
    await database.destroy();
  } finally {
    await testDatabase.drop();
  }
});

test('a migration lock left by a killed process does not block the next run', async () => {
  const testDatabase = await createTestDatabase();
  try {
    const database = connect({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
    await database('knex_migrations_lock').update({ is_locked: 1 });
    await migrate(testDatabase.url);
    expect(await database('knex_migrations_lock').first('is_locked')).toEqual({ is_locked: 0 });
    await database.destroy();
  } finally {
    await testDatabase.drop();
  }
});

test('rejects a schema from before the first release', async () => {
  const testDatabase = await createTestDatabase();
  try {
    const database = connect({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
    await database('knex_migrations').update({ name: '20261121_01_accounts' });
    await expect(migrate(testDatabase.url)).rejects.toThrow(/older than release 0\.1\.0.*delete the data folder/);
    await database.destroy();
  } finally {
    await testDatabase.drop();
  }
});

/** Two kinds of later migration: one locks a table, and one builds indexes while the table is in use. */
const indexName = 'sends_by_subject';
const later = [
  ...migrations,
  {
    name: '29990101_01_column',
    migration: {
      up: (knex: Knex) => knex.raw('alter table workspaces add column color text'),
      down: () => Promise.resolve(),
    },
  },
  {
    name: '29990101_02_indexes',
    migration: {
      config: { transaction: false },
      up: async (knex: Knex) => {
        await buildIndex(knex, indexName, 'sends', '(workspace_id, subject)');
        await buildIndex(knex, 'executions_by_reason', 'executions', '(workspace_id, exit_reason)');
      },
      down: () => Promise.resolve(),
    },
  },
];

describe('on a database in use', () => {
  const [column = '', indexes = ''] = later.slice(-2).map(({ name }) => name);
  let testDatabase: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    database = connect({ url: testDatabase.url, poolSize: 4, applicationName: 'test' });
  });

  afterEach(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  const isDone = async (name: string) => (await database('knex_migrations').where({ name })).length === 1;
  async function isValid(index: string) {
    const [row] = await rowsOf<{ valid: boolean }>(
      database.raw('select indisvalid as valid from pg_index where indexrelid = to_regclass(?)', [index]),
    );
    return row?.valid;
  }
  describe('a migration that needs a table lock', () => {
    const upToColumn = later.slice(0, -1);
    let reader: Database;

    beforeEach(async () => {
      reader = await database.transaction();
      await reader.raw('select from workspaces');
    });

    test('lets others use the table between attempts, and runs when the lock is free', async () => {
      const lines: string[] = [];
      const waits = { timeoutMs: 20, pauseMs: 1, tries: Infinity };
      const migrating = migrate(testDatabase.url, {
        waits,
        report: (line) => lines.push(line),
        migrations: upToColumn,
      });
      await waitFor(() => lines.length > 0, { what: 'a line that says what is waited for' });
      expect(lines[0]).toMatch(
        /^Migration 29990101_01_column waits for a lock \(oldest open transaction: pid \d+, application "test", for/,
      );
      expect(await database('workspaces').count()).toEqual([{ count: '0' }]);
      await (reader as Database & { rollback(): Promise<void> }).rollback();
      await migrating;
      expect(await database.schema.hasColumn('workspaces', 'color')).toBe(true);
      expect(await isDone(column)).toBe(true);
    });

    test('fails after some attempts with a remedy, and the next run continues it', async () => {
      const lines: string[] = [];
      const waits = { timeoutMs: 20, pauseMs: 1, tries: 3 };
      const migrating = migrate(testDatabase.url, {
        waits,
        report: (line) => lines.push(line),
        migrations: upToColumn,
      });
      await expect(migrating).rejects.toThrow(
        /^Migration 29990101_01_column did not get its lock in 3 attempts \(oldest .*pid \d+.*run "npm run migrate" again/,
      );
      expect(lines).toHaveLength(2);
      await (reader as Database & { rollback(): Promise<void> }).rollback();
      await migrate(testDatabase.url, { migrations: upToColumn });
      expect(await isDone(column)).toBe(true);
    });
  });

  /** Terminates the session during an index build, and checks that writers were not blocked. */
  async function interruptBuild(index: string, table: string, build: () => Promise<unknown>) {
    const writer = await database.transaction();
    await writer.raw('lock table ?? in row exclusive mode', [table]);
    const building = build().then(
      () => 'built',
      () => 'interrupted',
    );
    await waitFor(async () => (await isValid(index)) === false, { what: `the build of ${index}` });
    await database.transaction((other) => other.raw('lock table ?? in row exclusive mode', [table]));
    await database.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'create index concurrently%'`,
    );
    expect(await building).toBe('interrupted');
    await writer.rollback();
    expect(await isValid(index)).toBe(false);
  }

  test('an interrupted index build is repeated by the next run', async () => {
    const run = () => migrate(testDatabase.url, { migrations: later });
    await interruptBuild(indexName, 'sends', run);
    expect(await isDone(indexes)).toBe(false);
    await run();
    expect(await isValid(indexName)).toBe(true);
    expect(await isValid('executions_by_reason')).toBe(true);
    expect(await isDone(indexes)).toBe(true);
  });

  test('a valid index is not built twice', async () => {
    const oid = () => rowsOf(database.raw(`select '${indexName}'::regclass::oid as oid`));
    const run = () => migrate(testDatabase.url, { migrations: later });
    await run();
    const before = await oid();
    await database('knex_migrations').where({ name: indexes }).delete();
    await run();
    expect(await oid()).toEqual(before);
  });

  test('concurrent callers run one after the other during an index build', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate(testDatabase.url, { migrations: later })));
    expect(await isValid(indexName)).toBe(true);
    expect(await isValid('executions_by_reason')).toBe(true);
  });

  describe('on a partitioned table', () => {
    let builder: Database;

    beforeEach(() => {
      builder = connect({ url: testDatabase.url, poolSize: 1, applicationName: 'test-builder' });
    });
    afterEach(() => builder.destroy());

    const build = () => buildIndex(builder, 'events_by_url', 'events', '(workspace_id, url) where url is not null');
    async function partitionsWithout() {
      return rowsOf(
        database.raw(
          `select p.inhrelid::regclass from pg_inherits p where inhparent = 'events'::regclass and not exists (
             select from pg_inherits a join pg_index i on i.indexrelid = a.inhrelid
              where a.inhparent = 'events_by_url'::regclass and i.indrelid = p.inhrelid and i.indisvalid)`,
        ),
      );
    }

    test('indexes every partition, including new ones, and a repeated build changes nothing', async () => {
      await build();
      expect(await isValid('events_by_url')).toBe(true);
      expect(await partitionsWithout()).toEqual([]);
      await database.raw(`select ensure_event_partitions('2040-01-01', '2040-01-01')`);
      await build();
      expect(await partitionsWithout()).toEqual([]);
    });

    test('an interrupted build continues at the same partition', async () => {
      await interruptBuild('events_default_events_by_url', 'events_default', build);
      expect(await isValid('events_by_url')).toBe(false);
      await build();
      expect(await isValid('events_by_url')).toBe(true);
      expect(await partitionsWithout()).toEqual([]);
    });
  });
});
