import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const postPower = (body: object) => world.api.post('/api/experiments/power', body);

test('the calculator returns the sample size of R’s power.prop.test in whole days', async () => {
  // power.prop.test(p1 = 0.2, p2 = 0.25, power = 0.8): n = 1093.739 in each group.
  const response = await postPower({ baselineRate: 0.2, mde: 0.25, dailyVisitors: 1000, trafficSplit: 50 });
  expect(response).toMatchObject({
    status: 200,
    body: { requiredPerVariant: 1094, total: 2188, days: 5, targetPower: 0.8, target_power: 0.8, alpha: 0.05 },
  });
  const three = await postPower({ baselineRate: 0.2, mde: 0.25, variants: 3 });
  // sig.level = 0.025: n = 1324.2 in each group.
  expect(three.body).toMatchObject({ requiredPerVariant: 1325, total: 3975, days: null });
  const surer = await postPower({ baselineRate: 0.2, mde: 0.25, target_power: 0.9 });
  expect(surer.body.requiredPerVariant).toBeGreaterThan(1094);
});

test('the most demanding plan has a finite sample size', async () => {
  const response = await postPower({ baselineRate: 1e-6, mde: 1e-4, alpha: 1e-6, targetPower: 0.9999, variants: 2 });
  expect(response.status).toBe(200);
  expect(response.body.requiredPerVariant).toBeGreaterThan(1e15);
});

describe('the recent history of a metric', () => {
  const days = 86_400_000;
  /** One visitor with a visit two weeks ago and one two days ago, and the given orders after each. */
  const visits = (name: string, orders: readonly [before: number, then: number], revenue: number | null) => {
    const visitorId = `past-${name}`;
    const at = (age: number) => new Date(Date.now() - age * days).toISOString();
    const event = (type: string, age: number, data: object = {}) => ({
      type,
      visitorId,
      url: 'https://shop.example.com/',
      timestamp: at(age),
      data,
    });
    const order = (age: number) => event('ordered', age, revenue === null ? {} : { revenue, currency: 'EUR' });
    return [
      event('pageview', 15.5),
      ...Array.from({ length: orders[0] }, (_, place) => order(15.4 - place / 10)),
      event('pageview', 2),
      ...Array.from({ length: orders[1] }, (_, place) => order(1.5 - place / 10)),
    ];
  };

  beforeAll(async () => {
    // Each visitor repeats the earlier orders. Half of those without orders add one.
    const people = Array.from({ length: 120 }, (_, place) =>
      visits(String(place), [place % 4, place % 4 === 0 && place % 8 === 0 ? 1 : place % 4], 10),
    ).flat();
    for (let start = 0; start < people.length; start += 400) {
      const batch = people.slice(start, start + 400);
      const { body } = await world.api.post('/api/v1/events', { events: batch });
      expect(body).toEqual({ received: batch.length });
    }
  });

  const planFor = async (body: object) => {
    const response = await postPower(body);
    expect(response).toMatchObject({ status: 200 });
    return response.body;
  };

  test('provides the baseline, the variance reduction and the daily visitors', async () => {
    const { past, ...planned } = await planFor({ primaryMetric: { metric: 'ordered', measure: 'count' }, mde: 0.1 });
    expect(past).toMatchObject({ visitors: 120, counted: 120, currency: null });
    // Later orders: 15 × 0, 45 × 1, 30 × 2, 30 × 3; earlier: 30 of each. By hand: r² = cov² / (var · var).
    const before = Array.from({ length: 120 }, (_, place) => place % 4);
    const then = before.map((count, place) => (place % 8 === 0 ? 1 : count));
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = (one: number[], other: number[]) =>
      one.reduce((sum, value, place) => sum + (value - mean(one)) * (other[place]! - mean(other)), 0) / 119;
    const [variance, both] = [spread(then, then), spread(before, then)];
    expect(planned.baselineMean).toBeCloseTo(mean(then), 10);
    expect(planned.baselineVariance).toBeCloseTo(variance, 10);
    expect(planned.varianceReduction).toBeCloseTo(both ** 2 / (variance * spread(before, before)), 10);
    expect(planned.dailyVisitors).toBeCloseTo(120 / 14, 10);
    const given = await planFor({
      measure: 'count',
      baselineMean: mean(then),
      baselineVariance: variance,
      varianceReduction: planned.varianceReduction,
      dailyVisitors: 120 / 14,
      mde: 0.1,
    });
    expect(planned).toMatchObject({ requiredPerVariant: given.requiredPerVariant, days: given.days });
    const unadjusted = await planFor({
      primary_metric: { metric: 'ordered', measure: 'count' },
      mde: 0.1,
      varianceReduction: 0,
    });
    expect(unadjusted.requiredPerVariant).toBeGreaterThan(3 * planned.requiredPerVariant);
  });

  test('works for rates, capped amounts and ratios', async () => {
    expect(await planFor({ primaryMetric: 'ordered' })).toMatchObject({
      measure: 'conversion',
      baselineRate: 105 / 120,
      baselineMean: null,
    });
    // A rate of 0.875 cannot rise by 20% but can fall by 20%.
    const of = (direction: string) =>
      planFor({ primaryMetric: { metric: 'ordered', direction }, mde: 0.2, varianceReduction: 0 });
    expect((await of('up')).requiredPerVariant).toBeNull();
    expect((await of('down')).requiredPerVariant).toBe(85);
    const capped = await planFor({ primaryMetric: { metric: 'ordered', measure: 'revenue', cap: 20 } });
    expect(capped).toMatchObject({ measure: 'revenue', past: { currency: 'EUR' } });
    // 45 visitors with 10, 60 with 20.
    expect(capped.baselineMean).toBeCloseTo((45 * 10 + 60 * 20) / 120, 10);
    const ratio = await planFor({ primaryMetric: { metric: 'ordered', measure: 'ratio', denominator: 'pageview' } });
    expect(ratio).toMatchObject({ measure: 'ratio', varianceReduction: 0 });
    expect(ratio.baselineMean).toBeCloseTo((45 + 60 + 90) / 120, 10);
  });

  test('gives no sample size for a metric without events', async () => {
    expect(await planFor({ primaryMetric: 'never', exposuresPerVariant: 10 })).toMatchObject({
      baselineRate: 0,
      requiredPerVariant: null,
      days: null,
      detectableEffect: null,
      past: { visitors: 120 },
    });
  });

  test('cannot be combined with a given baseline', async () => {
    const response = await postPower({ primaryMetric: 'ordered', baselineRate: 0.1, measure: 'conversion' });
    expect(response.status).toBe(400);
    expect(response.body.details.map(({ path }: { path: string }) => path)).toEqual(['measure', 'baselineRate']);
  });
});

test.each([
  [{}, 'baselineRate'],
  [{ baselineRate: 0 }, 'baselineRate'],
  [{ baselineRate: 1.1 }, 'baselineRate'],
  [{ baselineRate: 0.1, mde: -0.1 }, 'mde'],
  [{ baselineRate: 0.1, variants: 1 }, 'variants'],
  [{ baselineRate: 0.1, dailyVisitors: 0 }, 'dailyVisitors'],
  [{ baselineRate: 0.1, alpha: 1 }, 'alpha'],
  // These would need an infinite sample.
  [{ baselineRate: 1e-300 }, 'baselineRate'],
  [{ baselineRate: 0.1, mde: 1e-300 }, 'mde'],
  [{ baselineRate: 0.1, alpha: 1e-300 }, 'alpha'],
  [{ baselineRate: 0.1, targetPower: 5e-324 }, 'targetPower'],
  [{ baselineRate: 0.1, dailyVisitors: 9, trafficSplit: 5e-324 }, 'trafficSplit'],
  [{ baselineRate: 0.1, targetPower: 0.8, target_power: 0.9 }, 'target_power'],
  [{ baselineRate: 0.1, wrong: 1 }, 'wrong'],
])('%j is refused', async (body, path) => {
  const response = await postPower(body);
  expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  expect(response.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
});
