import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCredentials, type Credentials } from '../../dev/credentials';
import { createDemoShop } from '../../dev/demo-shop/demo-workspace';
import { startDemoShop } from '../../dev/demo-shop/start-demo-shop';
import { planVisits } from '../../dev/demo-shop/visits';
import { createConversion } from '../../operations/conversions/conversions';
import { apiClient, type ApiClient } from '../support/api-client';
import { recountImpact, recountSteps } from '../support/recount-journey';
import { useWorld } from '../support/world';

/** The Demo shop, filled into a database after a fill that was interrupted, and read through the API. */

const dayMs = 86_400_000;
const world = useWorld({ temporal: false });
let folder: string;
let credentials: Credentials;
let api: ApiClient;
let workspaceId: string;
const lines: string[] = [];

const start = () => {
  const keyPepper = String(world.environment['KEY_PEPPER']);
  const { signal: stopping } = new AbortController();
  return startDemoShop({ dataDir: folder, credentials, keyPepper, stopping, report: (line) => lines.push(line) });
};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'apex-demo-shop-'));
  const { demo: first, database, databaseUrl, environment } = world;
  const interrupted = await createDemoShop(database, String(environment['KEY_PEPPER']), first.owner.email);
  const actor = { workspaceId: interrupted.workspaceId, id: 'system' };
  await createConversion({ database }, actor, { name: 'Left over', type: 'custom_event', eventName: 'left_over' });
  credentials = {
    ...first,
    demo: interrupted,
    baseUrl: world.apiUrl,
    syncApiKey: 'not used here',
    temporalUiUrl: 'http://127.0.0.1:1',
    temporalAddress: '127.0.0.1:1',
    databaseUrl,
    mailUrl: world.sesEndpoint,
  };
  await start();
  const demo = readCredentials(folder)?.demo;
  if (demo === undefined) throw new Error(`There is no Demo shop:\n${lines.join('\n')}`);
  expect(demo.workspaceId).not.toBe(interrupted.workspaceId);
  ({ workspaceId } = demo);
  api = apiClient(world.apiUrl, demo.serverKey);
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const count = async (table: string, where: Record<string, unknown> = {}): Promise<number> => {
  const row = await world
    .database(table)
    .where({ workspace_id: workspaceId, ...where })
    .count()
    .first();
  return Number(row?.['count']);
};

test('an interrupted fill is started over, and leaves one Demo shop that is ready and sends nothing', async () => {
  const { body: workspace } = await api.get('/api/workspace');
  expect(workspace).toMatchObject({ name: 'Demo shop', plan: 'scale', demo: { status: 'ready', percent: 100 } });
  expect(await world.database('workspaces').whereNotNull('demo').pluck('id')).toEqual([workspaceId]);
  const members = await world.database('members').join('users', 'users.id', 'user_id').pluck('email');
  expect(members).toEqual([world.demo.owner.email, world.demo.owner.email]);
  expect(await count('sends', { status: 'queued' })).toBe(0);
  expect(await count('notice_preferences')).toBe(0);
  // A later start finds it ready.
  credentials = readCredentials(folder) ?? credentials;
  const before = lines.length;
  await start();
  expect(lines).toHaveLength(before);
});

test('visitors, purchases, attribution and targets agree', async () => {
  const visitors = new Set(planVisits(new Date()).map(({ visitorId }) => visitorId)).size;
  const { body: summary } = await api.get('/api/analytics/summary?period=90d');
  expect(Math.abs(summary.visitors - visitors)).toBeLessThan(30);
  const purchases = await count('events', { type: 'purchase' });
  expect(summary.conversions).toBe(purchases);
  expect(purchases).toBeGreaterThan(800);
  const { body: attribution } = await api.get('/api/attribution/summary?period=90d&model=linear');
  const credited = attribution.channels.reduce(
    (sum: number, { creditedConversions }: { creditedConversions: number }) => sum + creditedConversions,
    0,
  );
  expect(credited).toBeCloseTo(purchases, 3);
  const { body: targets } = await api.get('/api/targets');
  const target = targets.find(({ metric }: { metric: string }) => metric === 'Readers of the gift guide');
  const readers = world.database('events').where({ workspace_id: workspaceId, type: 'pageview' });
  const since = await readers
    .where('occurred_at', '>=', target.createdAt)
    .whereRaw(`url ~ '/gift-guide([^a-z]|$)'`)
    .count();
  expect(target.current).toBe(Number(since[0]?.['count']));
  expect(await count('anomalies')).toBeGreaterThan(0);
  const { body: metrics } = await api.get('/api/metrics?period=90d');
  expect(metrics.totals).toMatchObject({ currency: 'EUR', otherCurrencies: [] });
  expect(metrics.connectors).toHaveLength(2);
});

test('the event catalog is counted to the first event', async () => {
  const { body: types } = await api.get('/api/event-types');
  const inCatalog = types.find(({ type }: { type: string }) => type === 'purchase');
  const [first] = await world
    .database('events')
    .where({ workspace_id: workspaceId, type: 'purchase' })
    .min('occurred_at as at');
  expect(inCatalog.firstSeen).toBe(first?.['at'].toISOString());
  expect(await count('event_type_queue')).toBe(0);
});

test('experiments end by the rules of the service', async () => {
  const { body: experiments } = await api.get('/api/experiments');
  const found: Record<string, unknown> = {};
  for (const { id, name } of experiments as { id: string; name: string }[]) {
    const { body: results } = await api.get(`/api/experiments/${id}/results`);
    found[name] = [results.status, results.recommendation];
    expect([name, results.dataQuality.sampleRatio?.mismatch ?? false]).toEqual([name, false]);
  }
  expect(found).toEqual({
    'Free shipping bar on product pages': ['completed', 'ship'],
    'Product photos in use': ['completed', 'stop_no_effect'],
    'Announcement on product pages': ['running', 'collecting'],
    'Headline of the home page': ['running', 'collecting'],
    'Reviews above the price': ['draft', 'collecting'],
  });
  const decided = experiments.find(({ name }: { name: string }) => name.startsWith('Free shipping'));
  expect(decided.promotedVariantId).toBe('bar');
  expect(Date.parse(decided.endedAt)).toBeLessThan(Date.now() - 40 * dayMs);
  const { body: beliefs } = await api.get('/api/beliefs');
  const shipping = beliefs.find(({ statement }: { statement: string }) => statement.includes('shipping costs'));
  expect(shipping.confidence).toBeGreaterThan(0.8);
});

test('journeys equal a recount of their rows, and executions that wait are handed to Temporal', async () => {
  const { body: journeys } = await api.get('/api/journeys');
  expect(journeys).toHaveLength(3);
  for (const { id, status } of journeys as { id: string; status: string }[]) {
    expect(status).toBe('published');
    const { body: impact } = await api.get(`/api/journeys/${id}/calibrated-impact`);
    expect(impact).toEqual(await recountImpact(world.database, workspaceId, id));
    const { body: stats } = await api.get(`/api/journeys/${id}/step-stats`);
    const recounted = await recountSteps(world.database, workspaceId, id);
    for (const { stepId, waiting, executed } of stats.steps ?? stats) {
      expect([stepId, waiting, executed]).toEqual([
        stepId,
        recounted[stepId]?.['waiting'] ?? 0,
        recounted[stepId]?.['executed'] ?? 0,
      ]);
    }
  }
  const waiting = await count('executions', { status: 'RUNNING' });
  expect(waiting).toBeGreaterThan(100);
  expect(await count('outbox', { kind: 'start_execution' })).toBe(waiting);
  expect(await count('executions', { status: 'FAILED' })).toBeGreaterThan(0);
  expect(await count('send_events', { kind: 'bounce' })).toBe(await count('suppressions'));
});
