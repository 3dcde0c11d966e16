import { pricesPage, runningExperiments, type ReportedEvent } from '../../support/running-experiments';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const { run, resultsOf, recordEvents } = runningExperiments(world);

const now = Date.now();
const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();
const exposure = (experimentId: string, variantId: string, visitorId: string, data: object = {}): ReportedEvent => ({
  type: 'experiment_exposure',
  visitorId,
  timestamp: hoursAgo(100),
  data: { experimentId, variantId, ...data },
});
const act = (type: string, visitorId: string, data: object = {}, hours = 90): ReportedEvent => ({
  type,
  visitorId,
  data,
  timestamp: hoursAgo(hours),
});
const eur = (revenue: number) => ({ revenue, currency: 'EUR' });
const usd = (revenue: number) => ({ revenue, currency: 'USD' });

type MetricFigures = { metric: string; measure: string; role: string; variants: { value: number }[] };
const valuesOf = ({ metrics }: { metrics: MetricFigures[] }) =>
  metrics.map(({ metric, measure, role, variants: all }) => [metric, measure, role, ...all.map(({ value }) => value)]);

test('every measure uses its cap and window', async () => {
  const id = await run({
    primary_metric: { metric: 'bought', measure: 'revenue', cap: 50 },
    secondary_metrics: [
      { metric: 'viewed', measure: 'count' },
      { metric: 'viewed', measure: 'count', cap: 2 },
      { metric: 'viewed', measure: 'count', windowDays: 1 },
      { metric: 'bought', measure: 'ratio', denominator: 'viewed' },
      { metric: 'bought', measure: 'ratio', denominator: 'bought' },
      'viewed',
    ],
    guardrail_metrics: ['-viewed', { metric: 'bought', margin: 0.1 }],
  });
  await recordEvents([
    ...['c1', 'c2'].map((visitor) => exposure(id, 'control', visitor)),
    ...['b1', 'b2'].map((visitor) => exposure(id, 'blue', visitor)),
    ...[act('viewed', 'c1'), act('viewed', 'c1'), act('viewed', 'c1'), act('viewed', 'c2', {}, 70)],
    ...[act('bought', 'c1', eur(40)), act('bought', 'c1', eur(20)), act('bought', 'b1', eur(10))],
    ...[act('viewed', 'b1'), act('viewed', 'b2')],
  ]);
  const results = await resultsOf(id);
  expect(valuesOf(results)).toEqual([
    ['bought', 'revenue', 'primary', 25, 5],
    ['viewed', 'count', 'secondary', 2, 1],
    ['viewed', 'count', 'secondary', 1.5, 1],
    // A view 30 hours after the exposure is outside the window.
    ['viewed', 'count', 'secondary', 1.5, 1],
    ['bought', 'ratio', 'secondary', 0.5, 0.5],
    // The default ratio is revenue per purchase.
    ['bought', 'ratio', 'secondary', 30, 10],
    ['viewed', 'conversion', 'secondary', 1, 1],
    ['viewed', 'conversion', 'guardrail', 1, 1],
    ['bought', 'conversion', 'guardrail', 0.5, 0.5],
  ]);
  expect(results.variants).toMatchObject([
    { exposures: 2, conversions: 1, revenue: { perVisitor: 30 } },
    { exposures: 2, conversions: 1, revenue: { perVisitor: 5 } },
  ]);
});

test('amounts are converted at the rate of their day; visitors without a rate are excluded and counted', async () => {
  const id = await run({ primary_metric: 'paid' });
  await recordEvents([
    ...['k1', 'k2', 'k3', 'k4'].map((visitor) => exposure(id, 'control', visitor)),
    ...['l1', 'l2', 'l3', 'l4'].map((visitor) => exposure(id, 'blue', visitor)),
    ...['k1', 'k2', 'l1'].map((visitor) => act('paid', visitor, eur(10))),
    ...[act('paid', 'l2', usd(10)), act('paid', 'l3', usd(10)), act('paid', 'l3', eur(10))],
  ]);
  const before = await resultsOf(id);
  expect(before).toMatchObject({
    currency: 'EUR',
    variants: [
      { conversions: 2, revenue: { perVisitor: 5 } },
      { conversions: 3, revenue: { perVisitor: 5 } },
    ],
    dataQuality: {
      currencies: {
        flagged: true,
        currency: 'EUR',
        leftOut: 2,
        several: 1,
        variants: [{ variantId: 'blue', visitors: 2 }],
      },
    },
  });
  expect(before.dataQuality.currencies.meaning).toContain('exchangeRates');
  const rates = (rate: number) => ({ base: 'EUR', rates: [{ currency: 'USD', date: '2020-01-01', rate }] });
  for (const [rate, perVisitor] of [
    [0.5, 7.5],
    [0.9, 9.5],
  ] as const) {
    expect((await world.api.patch('/api/workspace', { exchangeRates: rates(rate) })).status).toBe(200);
    expect(await resultsOf(id)).toMatchObject({
      currency: 'EUR',
      variants: [{ revenue: { perVisitor: 5 } }, { revenue: { perVisitor } }],
      dataQuality: { currencies: { flagged: false, leftOut: 0, several: 0, variants: [] } },
    });
  }
  // Valid only from a day after the amounts.
  const later = { base: 'EUR', rates: [{ currency: 'USD', date: hoursAgo(24).slice(0, 10), rate: 0.5 }] };
  await world.api.patch('/api/workspace', { exchangeRates: later });
  expect((await resultsOf(id)).dataQuality.currencies).toMatchObject({ flagged: true, leftOut: 2 });
  await world.api.patch('/api/workspace', { exchangeRates: null });
  expect(await resultsOf(id)).toMatchObject({ variants: before.variants });
});

/** Visitors with about as many orders as before. Their index determines both numbers. */
const orders = (id: string, variantId: string, count: number): ReportedEvent[] =>
  Array.from({ length: count }, (_, place) => {
    const visitor = `${id}-${variantId}-${place}`;
    const [past, more] = [place % 4, place % 3 === 0 ? 1 : 0];
    return [
      ...Array.from({ length: past }, (_, index) => act('ordered', visitor, {}, 101 + index)),
      act('pageview', visitor, {}, 120),
      exposure(id, variantId, visitor),
      ...Array.from({ length: past + more }, () => act('ordered', visitor)),
    ];
  }).flat();

test('results of an experiment that returned to draft show its first start', async () => {
  const id = await run({});
  const startOf = async () => (await resultsOf(id)).dataQuality.earlierStart;
  const { startedAt } = await resultsOf(id);
  expect(await startOf()).toMatchObject({ flagged: false, at: null });
  for (const status of ['paused', 'running', 'completed', 'running']) {
    await world.api.patch(`/api/experiments/${id}`, { status });
    expect(await startOf()).toMatchObject({ flagged: false, at: null });
  }
  for (const changes of [{ status: 'draft' }, { primaryMetric: 'paid' }, { status: 'running' }]) {
    expect((await world.api.patch(`/api/experiments/${id}`, changes)).status).toBe(200);
    expect(await startOf()).toMatchObject({
      flagged: true,
      at: startedAt,
      meaning: expect.stringContaining('reset to a draft'),
    });
  }
});

test('comparisons use variance reduction once each variant has 100 visitors with a history', async () => {
  const primary_metric = { metric: 'ordered', measure: 'count' };
  const [id, other] = [await run({ primary_metric }), await run({ primary_metric, cuped: false })];
  await recordEvents([...orders(id, 'control', 99), ...orders(id, 'blue', 120)]);
  expect((await resultsOf(id)).variants[1]).not.toHaveProperty('cuped');
  const hundredth = orders(id, 'control', 100).slice(orders(id, 'control', 99).length);
  await recordEvents([...hundredth, ...orders(other, 'control', 120), ...orders(other, 'blue', 120)]);
  const adjusted = (await resultsOf(id)).variants[1];
  // It removes 1.25 of a variance of 1.25 + 2/9.
  expect(adjusted.cuped.varianceReduction).toBeCloseTo(1.25 / (1.25 + 2 / 9), 1);
  const width = ([low, high]: [number, number]): number => high - low;
  expect(width(adjusted.liftInterval95)).toBeLessThan(width(adjusted.unadjusted.liftInterval95) / 2);
  const unadjusted = (await resultsOf(other)).variants[1];
  expect(unadjusted.liftInterval95).not.toBeNull();
  expect(unadjusted).not.toHaveProperty('cuped');
});

test('results can be split by channel, device and returning visitors', async () => {
  const id = await run({ primary_metric: 'joined', secondary_metrics: ['viewed'] });
  await recordEvents([
    ...[exposure(id, 'control', 's1', { device: 'mobile' }), exposure(id, 'control', 's2', { device: 'desktop' })],
    ...[exposure(id, 'blue', 's3', { device: 'mobile' }), exposure(id, 'blue', 's4')],
    ...[act('joined', 's1'), act('joined', 's3'), act('viewed', 's4'), act('pageview', 's2', {}, 100 + 30)],
  ]);
  const figures = async (by: string) => {
    const { breakdown } = await resultsOf(id, `?by=${by}`);
    expect(breakdown).toMatchObject({ by, exploratory: true });
    return breakdown.segments.map(
      ({ segment, variants: all }: { segment: string; variants: { exposures: number; conversions: number }[] }) => [
        segment,
        ...all.map(({ exposures, conversions }) => [exposures, conversions]),
      ],
    );
  };
  expect(await figures('device')).toEqual([
    ['unknown', [0, 0], [1, 0]],
    ['desktop', [1, 0], [0, 0]],
    ['mobile', [1, 1], [1, 1]],
  ]);
  expect(await figures('returning')).toEqual([
    ['new', [1, 1], [2, 1]],
    ['returning', [1, 0], [0, 0]],
  ]);
  expect(await figures('channel')).toEqual([['direct', [2, 1], [2, 1]]]);
  const { breakdown } = await resultsOf(id, '?by=device');
  expect(breakdown.segments[2].metrics).toMatchObject([
    { metric: 'joined', role: 'primary' },
    { metric: 'viewed', role: 'secondary' },
  ]);
  expect(await resultsOf(id)).not.toHaveProperty('breakdown');
  expect((await world.api.get(`/api/experiments/${id}/results?by=weather`)).status).toBe(400);
});

test('results report possible problems with the data', async () => {
  const id = await run({ primary_metric: 'joined' });
  const { workspaceKey } = world.demo;
  const agents = {
    q1: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    q2: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  };
  for (const [visitorId, agent] of Object.entries(agents)) {
    const event = {
      type: 'experiment_exposure',
      visitorId,
      url: pricesPage,
      data: { experimentId: id, variantId: 'blue' },
    };
    const response = await world.api.raw('/api/events', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ workspaceKey, ...event }),
    });
    expect(response.status).toBe(200);
  }
  await recordEvents([
    ...[exposure(id, 'control', 'q3'), exposure(id, 'control', 'q4'), exposure(id, 'blue', 'q4')],
    { ...exposure(id, 'blue', 'q5'), timestamp: new Date().toISOString() },
  ]);
  const failure = (visitorId: string, reason: string, variantId = 'blue') => ({
    ...exposure(id, variantId, visitorId),
    type: 'experiment_error',
    data: { experimentId: id, variantId, reason },
  });
  await recordEvents([
    ...[failure('q5', 'reverted: h1'), failure('q6', 'no_element: #cta'), failure('q6', 'no_element: #cta')],
    ...[failure('q6', 'csp: js'), failure('q7', 'no_element: #cta'), failure('q7', 'other', 'unknown')],
  ]);
  const { dataQuality } = await resultsOf(id, '?by=device');
  expect(dataQuality.applyErrors).toMatchObject({
    flagged: true,
    visitors: 3,
    variants: [
      {
        variantId: 'blue',
        visitors: 3,
        unexposed: 2,
        reasons: [
          { reason: 'no_element: #cta', visitors: 2 },
          { reason: 'csp: js', visitors: 1 },
          { reason: 'reverted: h1', visitors: 1 },
        ],
      },
    ],
  });
  expect(dataQuality).toMatchObject({
    sampleRatio: { flagged: false },
    crossovers: { flagged: true, visitors: 1, share: 0.25 },
    bots: { visitors: 1 },
    delayedEvents: { flagged: true, visitors: 1 },
    currencies: { flagged: false, currency: null, leftOut: 0 },
  });
  for (const finding of Object.values(dataQuality as Record<string, { meaning: string }>)) {
    expect(finding.meaning).toMatch(/\w+\.$/);
  }
  const { days } = dataQuality.exposureRate;
  expect(days.map(({ exposures }: { exposures: number }) => exposures)).toEqual([1, 2]);
  expect(days.every(({ rate }: { rate: number }) => rate > 0 && rate <= 1)).toBe(true);
  const { breakdown } = await resultsOf(id, '?by=device');
  expect(breakdown.segments.map(({ segment }: { segment: string }) => segment)).toEqual(['unknown', 'mobile']);
});
