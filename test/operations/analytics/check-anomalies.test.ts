import { systemClock } from '../../../context/create-context';
import { newId } from '../../../db/connection/ids';
import { connect, type Database } from '../../../db/connection/pool';
import { insertWorkspace } from '../../../db/workspaces/workspaces';
import { checkAllAnomalies } from '../../../operations/analytics/check-anomalies';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect({ url: testDatabase.url, poolSize: 2, applicationName: 'apex-test' });
});

afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

test('a failing workspace does not block the check of others, and is reported', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    const id = newId('workspace');
    await insertWorkspace(database, { id, name: 'Days', publicKey: `svc_pk_${id}`, plan: 'free' });
    ids.push(id);
  }
  const [first] = ids.toSorted();
  await database('workspaces').where({ id: first }).update({ timezone: 'Nowhere/Such' });
  const evaluated = new Set<string>();
  database.on('query', ({ bindings }: { bindings?: unknown[] }) => {
    for (const id of ids) if (JSON.stringify(bindings ?? []).includes(id)) evaluated.add(id);
  });
  const { signal } = new AbortController();
  const check = checkAllAnomalies({ database, clock: systemClock, signal });
  await expect(check).rejects.toThrow('Workspaces with a failed anomaly check: 1');
  expect(evaluated.size).toBe(3);
});
