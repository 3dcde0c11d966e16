import { connect, type Database } from '../../db/connection/pool';
import { newId } from '../../db/connection/ids';
import { rowsOf } from '../../db/connection/statements';
import { insertWorkspace } from '../../db/workspaces/workspaces';
import { drainRollups } from '../../operations/analytics/drain-rollups';
import { createConversion } from '../../operations/conversions/conversions';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { storeHistory } from '../support/event-history';
import { rebuildRollups } from '../support/rebuild-rollups';

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

const readSums = (workspaceId: string): Promise<object[]> =>
  rowsOf(
    database.raw(
      `select kind, day::text, other_day::text, channel, currency, count, revenue_micros::float8
         from completion_sums where workspace_id = ? order by kind, day, other_day, channel, currency`,
      [workspaceId],
    ),
  );

test('sums equal a recount for history matched in portions, with visitors counted before', async () => {
  const workspaceId = newId('workspace');
  await insertWorkspace(database, { id: workspaceId, name: 'Shop', publicKey: `svc_pk_${workspaceId}`, plan: 'free' });
  await database('workspaces').where({ id: workspaceId }).update({ timezone: 'America/New_York' });
  const channels = ['email', 'direct', 'paid_search', null];
  // A portion of 5,000 ends in the middle of a day, with the same visitors on both sides.
  await storeHistory(
    database,
    workspaceId,
    Array.from({ length: 12_000 }, (_none, n) => ({
      id: `evt_${n}`,
      type: 'purchase',
      occurredAt: new Date(Date.parse('2026-03-01T00:00:00Z') + n * 86_400),
      visitorId: `v${n % 40}`,
      channel: channels[n % 4] ?? null,
      data: { revenue: 1 + (n % 7) },
    })),
  );
  await drainRollups({ database }, workspaceId);
  await createConversion(
    { database },
    { workspaceId, id: 'test' },
    {
      name: 'Purchase',
      type: 'custom_event',
      eventType: 'purchase',
      isPrimary: false,
      conditions: {},
      urlPattern: null,
      selector: null,
    },
    20_000,
  );
  const sums = await readSums(workspaceId);
  await rebuildRollups(database, workspaceId);
  expect(sums).toEqual(await readSums(workspaceId));
  expect(new Set(sums.map((row) => (row as { kind: string }).kind))).toEqual(new Set(['day', 'visitor', 'channel']));
});
