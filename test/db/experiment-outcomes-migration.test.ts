import { newId } from '../../db/connection/ids';
import { connect, type Database } from '../../db/connection/pool';
import { migrate } from '../../db/migrate';
import { migrations } from '../../db/migrations/list';
import { experimentResults } from '../../operations/experiments/read-results';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { storeHistory } from '../support/event-history';

/** What an experiment was counted by before outcomes had sums by segment: conversions alone. */

const name = '20261122_43_experiment_outcomes';
/** Of the definition that such an experiment was counted by. */
const definition = {
  variantIds: ['a', 'b'],
  endedAt: null,
  windowDays: null,
  allocations: 0,
  metrics: [{ key: 'purchase', eventName: 'purchase', conversions: [] }],
};

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connect({ url: testDatabase.url, poolSize: 4, applicationName: 'test' });
  const later = migrations.slice(migrations.findIndex((one) => one.name === name)).toReversed();
  for (const { migration } of later) {
    await database.transaction(async (transaction) => {
      await migration.down!(transaction);
    });
  }
  await database('knex_migrations')
    .whereIn(
      'name',
      later.map((one) => one.name),
    )
    .delete();
});

afterEach(async () => {
  await database.destroy();
  await testDatabase.drop();
});

/** Three visitors of closed days, whose events are gone: two bought, one of them for money. One of an open day. */
async function createCounted(workspaceId: string): Promise<string> {
  const workspace = { id: workspaceId, name: 'Old', public_key: `svc_pk_${workspaceId}`, plan: 'free' };
  await database('workspaces').insert(workspace);
  const variants = ['a', 'b'].map((id) => ({ id, name: id, weight: 0.5 }));
  const id = newId('experiment');
  await database('experiments').insert({
    workspace_id: workspaceId,
    id,
    name: 'E',
    target_url: '/',
    status: 'running',
    primary_metric: 'purchase',
    metric_settings: JSON.stringify({}),
    variants: JSON.stringify(variants),
  });
  const key = { workspace_id: workspaceId, experiment_id: id };
  const exposed = (visitor_id: string, variant_id: string, exposed_at: string) => ({
    ...key,
    visitor_id,
    variant_id,
    exposed_at,
    allocation: 0,
  });
  const converted = (visitor_id: string, variant_id: string, converted_at: string, money: [string, number]) => ({
    ...key,
    metric: 'purchase',
    visitor_id,
    variant_id,
    converted_at,
    last_at: converted_at,
    currency: money[0],
    revenue_micros: money[1],
  });
  await database('experiment_exposures').insert([
    exposed('gone', 'a', '2026-03-01T10:00:00Z'),
    exposed('quiet', 'b', '2026-03-01T10:00:00Z'),
    exposed('free', 'b', '2026-03-02T10:00:00Z'),
    exposed('kept', 'b', '2026-04-12T10:00:00Z'),
  ]);
  const days = { ...key, allocation: 0, crossovers: 0 };
  await database('experiment_exposure_days').insert([
    { ...days, day: '2026-03-01', variant_id: 'a', exposures: 1 },
    { ...days, day: '2026-03-01', variant_id: 'b', exposures: 1 },
    { ...days, day: '2026-03-02', variant_id: 'b', exposures: 1 },
    { ...days, day: '2026-04-12', variant_id: 'b', exposures: 1 },
  ]);
  await database('experiment_conversions').insert([
    converted('gone', 'a', '2026-03-01T11:00:00Z', ['USD', 3_000_000]),
    converted('free', 'b', '2026-03-02T11:00:00Z', ['', 0]),
    // Of a day that is open: its figure is wrong, and found again from the events.
    converted('kept', 'b', '2026-04-12T11:00:00Z', ['USD', 99_000_000]),
  ]);
  await database('experiment_count_states').insert({ ...key, definition: JSON.stringify(definition) });
  await database('rollup_states').insert({ workspace_id: workspaceId, timezone: 'UTC', closed_before: '2026-04-10' });
  return id;
}

test('what was counted of closed days stands, and that of open days is counted again', async () => {
  const workspaceId = newId('workspace');
  const id = await createCounted(workspaceId);
  await migrate(testDatabase.url);
  expect(
    await database('experiment_outcomes')
      .where({ workspace_id: workspaceId })
      .orderBy(['visitor_id', 'metric'])
      .select('visitor_id', 'metric', 'variant_id', 'currency', 'value'),
  ).toEqual([
    { visitor_id: 'free', metric: 'purchase', variant_id: 'b', currency: '', value: '1' },
    { visitor_id: 'gone', metric: 'purchase', variant_id: 'a', currency: '', value: '1' },
    {
      visitor_id: 'gone',
      metric: '{"measure":"revenue","metric":"purchase"}',
      variant_id: 'a',
      currency: 'USD',
      value: '3000000',
    },
  ]);
  await storeHistory(database, workspaceId, [
    {
      id: 'e1',
      occurredAt: new Date('2026-04-12T10:00:00Z'),
      visitorId: 'kept',
      type: 'experiment_exposure',
      data: { experimentId: id, variantId: 'b' },
    },
    {
      id: 'e2',
      occurredAt: new Date('2026-04-12T11:00:00Z'),
      visitorId: 'kept',
      type: 'purchase',
      data: { revenue: 6 },
    },
  ]);
  const results = await experimentResults(database, workspaceId, id);
  expect(results?.variants).toMatchObject([
    { variantId: 'a', exposures: 1, conversions: 1, revenue: { perVisitor: 3 } },
    { variantId: 'b', exposures: 3, conversions: 2, revenue: { perVisitor: 2 } },
  ]);
});
