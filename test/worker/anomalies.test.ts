import { scheduleIds, type CheckAnomaliesResult } from '../../workflows/contract/maintenance';
import { storeHistory } from '../support/event-history';
import { runSchedule } from '../support/run-schedule';
import { useWorld } from '../support/world';

const world = useWorld();

beforeAll(() => world.startWorker({ MAINTAIN_EVERY_SECONDS: '86400', ANOMALIES_EVERY_SECONDS: '86400' }));

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Stores the rows of an import directly, as if each had arrived a day and a half after its day. */
const storeSpend = (days: { daysAgo: number; spend: number; settled?: boolean }[]) =>
  world.database('ad_metrics').insert(
    days.map(({ daysAgo, spend, settled = true }) => ({
      workspace_id: world.demo.workspaceId,
      connector_type: 'tiktok_ads',
      account_id: '',
      day: dayOf(daysAgo),
      campaign_id: 'Autumn',
      campaign: 'Autumn',
      currency: 'EUR',
      spend_micros: spend * 1e6,
      revenue_micros: 0,
      impressions: 0,
      clicks: 0,
      conversions: 0,
      updated_at: `${dayOf(settled ? daysAgo - 2 : daysAgo)}T12:00:00Z`,
    })),
  );

const check = () => runSchedule<CheckAnomaliesResult>(world.temporal, scheduleIds.checkAnomalies);

const list = async (query = '') => (await world.api.get(`/api/analytics/anomalies${query}`)).body;
const notices = () => world.database('sends').whereRaw(`notice->>'template' = 'anomaly-detected'`);

test('an outlier is found, reported once and listed by period; an incomplete day is not evaluated', async () => {
  expect(await check()).toEqual({ workspaces: 1, found: 0 });
  const reported = (await notices()).length;
  const weeks = Array.from({ length: 8 }, (_, index) => (index + 1) * 7);
  // Other weekdays cost ten times as much, so only the same weekday is comparable.
  const usual = weeks.flatMap((ago) => [
    { daysAgo: ago + 2, spend: 100 },
    { daysAgo: ago + 1, spend: 1_000 },
  ]);
  await storeSpend([...usual, { daysAgo: 2, spend: 1_000 }, { daysAgo: 1, spend: 9_000, settled: false }]);
  expect(await check()).toEqual({ workspaces: 1, found: 1 });
  const ofSpend = ({ metric }: { metric: string }) => metric === 'spend';
  expect((await list()).filter(ofSpend)).toEqual([
    { metric: 'spend', date: dayOf(2), value: 1_000, expected: 100, score: 180, detectedAt: expect.any(String) },
  ]);
  const members = await world.database('members').where({ workspace_id: world.demo.workspaceId });
  expect(await notices()).toHaveLength(reported + members.length);
  expect(await check()).toEqual({ workspaces: 1, found: 0 });
  expect(await notices()).toHaveLength(reported + members.length);
  const listed = await list(`?period=custom&from=${dayOf(2)}&to=${dayOf(2)}`);
  expect(listed.filter(ofSpend)).toHaveLength(1);
  const later = await list(`?period=custom&from=${dayOf(1)}&to=${dayOf(0)}`);
  expect(later.filter(ofSpend)).toEqual([]);
});

test('the list refuses an invalid period', async () => {
  expect((await world.api.get('/api/analytics/anomalies?period=1y')).status).toBe(400);
});

/** Stores visitors of a day and the purchases of some of them. */
const storeVisits = (daysAgo: number, visitors: number, buyers = 0) =>
  storeHistory(
    world.database,
    world.demo.workspaceId,
    Array.from({ length: visitors + buyers }, (_, index) => ({
      id: `v${daysAgo}-${index}`,
      visitorId: `v${daysAgo}-${index % visitors}`,
      channel: 'direct',
      occurredAt: new Date(`${dayOf(daysAgo)}T12:00:00Z`),
      type: index < visitors ? 'pageview' : 'purchase',
    })),
  );

test('a day of many visitors and conversions is found, and so is one without any', async () => {
  const weeks = Array.from({ length: 8 }, (_, index) => (index + 1) * 7);
  for (const ago of weeks) await Promise.all([storeVisits(ago + 2, 16, 4), storeVisits(ago + 1, 16, 4)]);
  await storeVisits(2, 100, 40);
  const conversion = { name: 'Purchase', type: 'custom_event', eventName: 'purchase' };
  expect((await world.api.post('/api/conversion-goals', conversion)).status).toBe(201);
  const before = (await notices()).length;
  expect(await check()).toEqual({ workspaces: 1, found: 3 });
  const found = (await list()).filter(({ metric }: { metric: string }) => metric !== 'spend');
  expect(found).toHaveLength(3);
  // The tolerance is at least 4 for 16 visitors and 2 for 4 conversions, so no conversions yesterday may be chance.
  const stoodOut = { detectedAt: expect.any(String) };
  expect(found).toEqual(
    expect.arrayContaining([
      { ...stoodOut, metric: 'visitors', date: dayOf(1), value: 0, expected: 16, score: -4 },
      { ...stoodOut, metric: 'visitors', date: dayOf(2), value: 100, expected: 16, score: 21 },
      { ...stoodOut, metric: 'conversions', date: dayOf(2), value: 40, expected: 4, score: 18 },
    ]),
  );
  const members = await world.database('members').where({ workspace_id: world.demo.workspaceId });
  expect(await notices()).toHaveLength(before + 3 * members.length);
  expect(await check()).toEqual({ workspaces: 1, found: 0 });
});
