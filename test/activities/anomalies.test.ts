import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createAnomalyActivities } from '../../activities/anomalies';
import { newId } from '../../db/connection/ids';
import { connect, type Database } from '../../db/connection/pool';
import { insertWorkspace } from '../../db/workspaces/workspaces';
import { createTestDatabase, type TestDatabase } from '../support/database';

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
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR', () => undefined) });
  const { checkAnomalies } = createAnomalyActivities({ database });
  const run = environment.run<[], unknown, typeof checkAnomalies>(checkAnomalies);
  await expect(run).rejects.toThrow('Workspaces with a failed anomaly check: 1');
  expect(evaluated.size).toBe(3);
});
