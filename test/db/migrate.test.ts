import { buildIndex } from '../../db/build-index';
import { connect, type Database } from '../../db/connection/pool';
import { rowsOf } from '../../db/connection/statements';
import { migrate } from '../../db/migrate';
import { up } from '../../db/migrations/20261122_25_pattern_report';
import { seedDemoWorkspace } from '../../dev/seed';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { waitFor } from '../support/wait-for';

test('migrations run from four processes’ worth of callers at once, and again', async () => {
  const testDatabase = await createTestDatabase({ empty: true });
  try {
    await Promise.all(Array.from({ length: 4 }, () => migrate(testDatabase.url)));
    await migrate(testDatabase.url);
    const database = connect({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
    const names = (await database('knex_migrations').orderBy('id').select('name')).map(({ name }) => name as string);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names.length).toBeGreaterThanOrEqual(4);
    await database.destroy();
  } finally {
    await testDatabase.drop();
  }
});

test('a migration lock that a killed process left behind does not stop the next', async () => {
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

test('patterns of older rules are reported in the log of what has them, and stay as they are', async () => {
  const testDatabase = await createTestDatabase();
  const database = connect({ url: testDatabase.url, poolSize: 1, applicationName: 'test' });
  try {
    const demo = await seedDemoWorkspace({ databaseUrl: testDatabase.url, keyPepper: 'test-key-pepper-0123456789' });
    const { workspaceId } = demo;
    const add = (id: string, pattern: string) =>
      database('conversions').insert({
        workspace_id: workspaceId,
        id,
        name: id,
        type: 'pageview',
        event_type: 'pageview',
        url_pattern: pattern,
      });
    await add('cnv_ahead', 're:^(?=a)b');
    await add('cnv_hyphen', 're:[\\w-.]+');
    await add('cnv_fine', 're:.*foo');
    await add('cnv_slow', 're:a.*a.*x');
    await add('cnv_plain', '/a*b');
    await database.transaction((transaction) => up(transaction));
    // A later migration reports only what is new.
    await database.transaction((transaction) => up(transaction));
    const entries = await database('audit_entries')
      .where({ workspace_id: workspaceId, subject_type: 'conversion', action: 'conversion.pattern_reported' })
      .orderBy('subject_id')
      .select('subject_id', 'actor', 'metadata');
    expect(entries).toEqual([
      { subject_id: 'cnv_ahead', actor: 'system', metadata: { problem: expect.stringContaining('of groups, only') } },
      { subject_id: 'cnv_hyphen', actor: 'system', metadata: { problem: expect.stringContaining('a hyphen stands') } },
      { subject_id: 'cnv_slow', actor: 'system', metadata: { problem: expect.stringContaining('is slow to match') } },
    ]);
    expect(await database('conversions').where({ id: 'cnv_ahead' }).first('url_pattern')).toEqual({
      url_pattern: 're:^(?=a)b',
    });
  } finally {
    await database.destroy();
    await testDatabase.drop();
  }
});

describe('on a database that is in use', () => {
  const indexes = '20261122_35_reference_indexes';
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
  const deleteRecord = (name: string) => database('knex_migrations').where({ name }).delete();
  async function isValid(index: string) {
    const [row] = await rowsOf<{ valid: boolean }>(
      database.raw('select indisvalid as valid from pg_index where indexrelid = to_regclass(?)', [index]),
    );
    return row?.valid;
  }
  async function dropIndexes() {
    await deleteRecord(indexes);
    await database.raw('drop index journey_entries_execution, journey_version_contents_communication');
  }

  describe('a migration that needs a table', () => {
    const name = '20261122_30_javascript_patches';
    let reader: Database;

    beforeEach(async () => {
      await database.raw('alter table workspaces drop column allow_js_patches');
      await deleteRecord(name);
      reader = await database.transaction();
      await reader.raw('select from workspaces');
    });

    test('lets others at it between its tries, and runs when the lock is free', async () => {
      const lines: string[] = [];
      const waits = { timeoutMs: 20, pauseMs: 1, tries: Infinity };
      const migrating = migrate(testDatabase.url, { waits, report: (line) => lines.push(line) });
      await waitFor(() => lines.length > 0, { what: 'a line that says what is waited for' });
      expect(lines[0]).toMatch(
        /^Migration 20261122_30_javascript_patches waits for a lock \(oldest open transaction: pid \d+, application "test", for/,
      );
      expect(await database('workspaces').count()).toEqual([{ count: '0' }]);
      await (reader as Database & { rollback(): Promise<void> }).rollback();
      await migrating;
      expect(await database.schema.hasColumn('workspaces', 'allow_js_patches')).toBe(true);
      expect(await isDone(name)).toBe(true);
    });

    test('is given up after some tries with the remedy, and continued by the next run', async () => {
      const lines: string[] = [];
      const waits = { timeoutMs: 20, pauseMs: 1, tries: 3 };
      const migrating = migrate(testDatabase.url, { waits, report: (line) => lines.push(line) });
      await expect(migrating).rejects.toThrow(
        /^Migration 20261122_30_javascript_patches did not get its lock in 3 tries \(oldest .*pid \d+.*run "npm run migrate" again/,
      );
      expect(lines).toHaveLength(2);
      await (reader as Database & { rollback(): Promise<void> }).rollback();
      await migrate(testDatabase.url);
      expect(await isDone(name)).toBe(true);
    });
  });

  /** Ends the session that builds an index on a table once it has begun, and shows that writers went on meanwhile. */
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

  test('an index whose build was interrupted is built again by the next run', async () => {
    await dropIndexes();
    await interruptBuild('journey_entries_execution', 'journey_entries', () => migrate(testDatabase.url));
    expect(await isDone(indexes)).toBe(false);
    await migrate(testDatabase.url);
    expect(await isValid('journey_entries_execution')).toBe(true);
    expect(await isValid('journey_version_contents_communication')).toBe(true);
    expect(await isDone(indexes)).toBe(true);
  });

  test('a valid index is not built twice', async () => {
    const oid = () => rowsOf(database.raw(`select 'journey_entries_execution'::regclass::oid as oid`));
    const before = await oid();
    await deleteRecord(indexes);
    await migrate(testDatabase.url);
    expect(await oid()).toEqual(before);
  });

  test('concurrent callers follow each other while one builds indexes', async () => {
    await dropIndexes();
    await Promise.all(Array.from({ length: 4 }, () => migrate(testDatabase.url)));
    expect(await isValid('journey_entries_execution')).toBe(true);
    expect(await isValid('journey_version_contents_communication')).toBe(true);
  });

  describe('of a partitioned table', () => {
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

    test('each partition gets the index, those to come too, and building again changes nothing', async () => {
      await build();
      expect(await isValid('events_by_url')).toBe(true);
      expect(await partitionsWithout()).toEqual([]);
      await database.raw(`select ensure_event_partitions('2040-01-01', '2040-01-01')`);
      await build();
      expect(await partitionsWithout()).toEqual([]);
    });

    test('a build that was interrupted at one partition is continued there', async () => {
      await interruptBuild('events_default_events_by_url', 'events_default', build);
      expect(await isValid('events_by_url')).toBe(false);
      await build();
      expect(await isValid('events_by_url')).toBe(true);
      expect(await partitionsWithout()).toEqual([]);
    });
  });
});
