import { connect, type Database } from '../../../db/connection/pool';
import { rowsOf } from '../../../db/connection/statements';
import { drainRollups } from '../../../operations/analytics/drain-rollups';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { storeHistory } from '../../support/event-history';
import { createWorkspace } from '../../support/workspaces';

/** A large drain recounts touches on a second connection of the pool if one is available. */

const visitors = 600;

let testDatabase: TestDatabase;
let database: Database;
const pools: Database[] = [];

const pool = (poolSize: number): Database => {
  const created = connect({ url: testDatabase.url, poolSize, applicationName: `apex-test-${poolSize}` });
  pools.push(created);
  return created;
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = pool(10);
});

afterAll(async () => {
  await Promise.all(pools.map((each) => each.destroy()));
  await testDatabase.drop();
});

/** Creates a workspace with one uncounted visit per visitor. */
async function createShop(): Promise<string> {
  const workspaceId = await createWorkspace(database);
  await drainRollups({ database }, workspaceId);
  const events = Array.from({ length: visitors }, (_, index) => ({
    id: `${workspaceId}-${index}`,
    type: 'pageview',
    visitorId: `v${index}`,
    url: 'https://shop.example/',
    channel: 'direct',
    occurredAt: new Date(Date.UTC(2026, 0, 10, 12)),
    data: {},
  }));
  await storeHistory(database, workspaceId, events);
  return workspaceId;
}

/** Number of counted rows, and of the transactions that wrote them. */
async function countsOf(workspaceId: string): Promise<{ days: number; touches: number; transactions: number }> {
  const [row] = await rowsOf<{ days: number; touches: number; transactions: number }>(
    database.raw(
      `select count(*) filter (where kind = 'day')::int as days, count(*) filter (where kind = 'touch')::int as touches,
              count(distinct written)::int as transactions
         from (select 'day' as kind, xmin::text as written from visitor_days where workspace_id = :workspaceId
               union all select 'touch', xmin::text from visitor_touches where workspace_id = :workspaceId) r`,
      { workspaceId },
    ),
  );
  return row!;
}

test('a separate transaction counts touches at the same time', async () => {
  const workspaceId = await createShop();
  await drainRollups({ database }, workspaceId);
  expect(await countsOf(workspaceId)).toEqual({ days: visitors, touches: visitors, transactions: 2 });
});

test('without a second connection, the same transaction counts touches', async () => {
  const workspaceId = await createShop();
  await drainRollups({ database: pool(2) }, workspaceId);
  expect(await countsOf(workspaceId)).toEqual({ days: visitors, touches: visitors, transactions: 1 });
});

test('concurrent drains of many workspaces do not wait for each other’s connections', async () => {
  const shops: string[] = [];
  for (let made = 0; made < 8; made += 1) shops.push(await createShop());
  const small = pool(4);
  await Promise.all(shops.map((workspaceId) => drainRollups({ database: small }, workspaceId)));
  for (const workspaceId of shops) {
    expect(await countsOf(workspaceId)).toMatchObject({ days: visitors, touches: visitors });
  }
});

test('if counting touches fails, nothing is counted until the next drain', async () => {
  const workspaceId = await createShop();
  await database.raw(`alter table visitor_touches add constraint refuse check (workspace_id <> '${workspaceId}')`);
  await expect(drainRollups({ database }, workspaceId)).rejects.toThrow(/refuse/);
  expect(await countsOf(workspaceId)).toEqual({ days: 0, touches: 0, transactions: 0 });
  await database.raw('alter table visitor_touches drop constraint refuse');
  await drainRollups({ database }, workspaceId);
  expect(await countsOf(workspaceId)).toMatchObject({ days: visitors, touches: visitors });
});

test('if counting days fails, the next drain counts days and touches', async () => {
  const workspaceId = await createShop();
  await database.raw(`alter table visitor_days add constraint refuse check (workspace_id <> '${workspaceId}')`);
  await expect(drainRollups({ database }, workspaceId)).rejects.toThrow(/refuse/);
  await database.raw('alter table visitor_days drop constraint refuse');
  await drainRollups({ database }, workspaceId);
  expect(await countsOf(workspaceId)).toMatchObject({ days: visitors, touches: visitors });
});
