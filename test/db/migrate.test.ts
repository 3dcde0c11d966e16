import { connect } from '../../db/connection';
import { migrate } from '../../db/migrate';
import { up } from '../../db/migrations/20261122_25_pattern_report';
import { seedDemoWorkspace } from '../../dev/seed';
import { createTestDatabase } from '../support/database';

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
        ...{ workspace_id: workspaceId, id, name: id, type: 'pageview', event_type: 'pageview', url_pattern: pattern },
      });
    await add('cnv_ahead', 're:^(?=a)b');
    await add('cnv_hyphen', 're:[\\w-.]+');
    await add('cnv_fine', 're:.*foo.*bar');
    await add('cnv_plain', '/a*b');
    await database.transaction((transaction) => up(transaction));
    const entries = await database('audit_entries')
      .where({ workspace_id: workspaceId, subject_type: 'conversion', action: 'conversion.pattern_reported' })
      .orderBy('subject_id')
      .select('subject_id', 'actor', 'metadata');
    expect(entries).toEqual([
      { subject_id: 'cnv_ahead', actor: 'system', metadata: { problem: expect.stringContaining('of groups, only') } },
      { subject_id: 'cnv_hyphen', actor: 'system', metadata: { problem: expect.stringContaining('a hyphen stands') } },
    ]);
    expect(await database('conversions').where({ id: 'cnv_ahead' }).first('url_pattern')).toEqual({
      url_pattern: 're:^(?=a)b',
    });
  } finally {
    await database.destroy();
    await testDatabase.drop();
  }
});
