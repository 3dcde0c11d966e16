import { connect } from '../../db/connection';
import { migrate } from '../../db/migrate';
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
