import { findFreePort } from '../../../dev/free-port';
import { apiClient, type ApiResponse } from '../../support/api-client';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { useWorld } from '../../support/world';

const world = useWorld();
let empty: TestDatabase;

beforeAll(async () => {
  empty = await createTestDatabase({ empty: true });
});

afterAll(() => empty.drop());

/** Reads the readiness of an API with other settings. */
async function readinessWith(overrides: NodeJS.ProcessEnv): Promise<ApiResponse> {
  const api = await world.startApi(overrides);
  try {
    return await apiClient(api.url).get('/readyz');
  } finally {
    await api.stop();
  }
}

test('each dependency is ok if all are available', async () => {
  expect(await world.api.get('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ok', dependencies: { postgresql: 'ok', schema: 'ok', temporal: 'ok', mail: 'ok' } },
  });
});

test('an empty database is not ready, and the response names the fix', async () => {
  expect(await readinessWith({ DATABASE_URL: empty.url })).toMatchObject({
    status: 503,
    body: {
      status: 'unavailable',
      dependencies: { postgresql: 'ok', schema: expect.stringMatching(/no schema: run "npm run migrate"/) },
    },
  });
});

test('API and worker are not ready on an older schema; a newer one is accepted', async () => {
  const worker = await world.startWorker();
  const workerApi = apiClient(`http://127.0.0.1:${worker.healthPort}`);
  expect(await workerApi.get('/readyz')).toMatchObject({ status: 200, body: { dependencies: { mail: 'ok' } } });
  const last = (await world.database('knex_migrations').orderBy('id', 'desc').first()) as { id: number; name: string };
  await world.database('knex_migrations').where({ id: last.id }).update({ name: '29990101_99_of_tomorrow' });
  try {
    const older = {
      status: 503,
      body: { dependencies: { schema: expect.stringMatching(`lacks ${last.name}: run "npm run migrate"`) } },
    };
    for (const api of [world.api, workerApi]) {
      const response = await api.get('/readyz');
      expect(response).toMatchObject(older);
      expect(response.headers.get('retry-after')).toBe('5');
    }
  } finally {
    await world.database('knex_migrations').where({ id: last.id }).update({ name: last.name });
  }
  await world.database('knex_migrations').insert({ name: '29990101_99_of_tomorrow', batch: 99 });
  expect((await world.api.get('/readyz')).status).toBe(200);
});

test.each(['SES_ENDPOINT', 'SMTP_URL'])('unavailable mail (%s) is reported, but the API stays ready', async (name) => {
  const scheme = name === 'SMTP_URL' ? 'smtp' : 'http';
  const response = await readinessWith({ [name]: `${scheme}://127.0.0.1:${await findFreePort(0)}` });
  expect(response).toMatchObject({
    status: 200,
    body: { status: 'ok', dependencies: { mail: 'does not respond (ECONNREFUSED)' } },
  });
});
