import { connect, type Database } from '../../db/connection/pool';
import { up } from '../../db/migrations/20261129_21_keys_of_keys';
import { createTestDatabase, type TestDatabase } from '../support/database';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
});

afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const [past, soon, distant] = ['2020-01-01', '2030-01-01', '2031-01-01'].map((day) => new Date(`${day}T00:00:00Z`)) as [
  Date,
  Date,
  Date,
];

async function insertKey(id: string, createdBy: string | null, fields: object = {}, workspaceId = 'wsp_1') {
  await database('api_keys').insert({
    workspace_id: workspaceId,
    id,
    kind: 'secret',
    hash: Buffer.from(workspaceId + id),
    prefix: 'svc_sk_',
    last4: '0000',
    name: id,
    created_by: createdBy,
    ...fields,
  });
}

test('keys of ended keys end, those of expiring keys expire, and others stay', async () => {
  for (const id of ['wsp_1', 'wsp_2']) {
    await database('workspaces').insert({ id, name: id, public_key: `svc_pk_${id}`, plan: 'free' });
  }
  await insertKey('revoked', null, { revoked_at: past });
  await insertKey('child', 'revoked');
  await insertKey('grandchild', 'child');
  await insertKey('child', 'revoked', {}, 'wsp_2');
  await insertKey('expiring', 'usr_1', { expires_at: soon });
  await insertKey('endless', 'expiring');
  await insertKey('longer', 'endless', { expires_at: distant });
  await insertKey('shorter', 'expiring', { expires_at: past });
  await insertKey('free', 'usr_1');
  for (let run = 0; run < 2; run += 1) await up(database);
  const rows = await database('api_keys').orderBy(['workspace_id', 'id']);
  const ended = rows.filter(({ revoked_at }) => revoked_at !== null).map(({ workspace_id, id }) => [workspace_id, id]);
  expect(ended).toEqual([
    ['wsp_1', 'child'],
    ['wsp_1', 'grandchild'],
    ['wsp_1', 'revoked'],
  ]);
  expect(rows.find(({ id }) => id === 'revoked').revoked_at).toEqual(past);
  const expiries = rows.filter(({ expires_at }) => expires_at !== null).map(({ id, expires_at }) => [id, expires_at]);
  expect(Object.fromEntries(expiries)).toEqual({ endless: soon, expiring: soon, longer: soon, shorter: past });
});
