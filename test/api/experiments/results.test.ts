import { createConversion, updateConversion } from '../../../operations/conversions/conversions';
import { runningExperiments, type ReportedEvent } from '../../support/running-experiments';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const { run, resultsOf, recordEvents } = runningExperiments(world);
const exposure = (experimentId: string, variantId: string, visitorId: string): ReportedEvent => ({
  type: 'experiment_exposure',
  visitorId,
  data: { experimentId, variantId },
});
/** Visitors of a variant. The first of them convert. */
const arm = (
  id: string,
  variantId: string,
  { exposed, converted, data = {} }: { exposed: number; converted: number; data?: object },
): ReportedEvent[] =>
  Array.from({ length: exposed }, (_, index) => [
    exposure(id, variantId, `${variantId}-${index}`),
    ...(index < converted ? [{ type: 'bought', visitorId: `${variantId}-${index}`, data }] : []),
  ]).flat();

test('results match a hand calculation', async () => {
  const id = await run({ primary_metric: 'bought', guardrail_metrics: ['-complained'] });
  await recordEvents([
    ...arm(id, 'control', { exposed: 200, converted: 20, data: { revenue: 10, currency: 'EUR' } }),
    ...arm(id, 'blue', { exposed: 200, converted: 34, data: { revenue: 10, currency: 'EUR' } }),
    // A second purchase adds only revenue, and a complaint counts only for the guardrail.
    { type: 'bought', visitorId: 'blue-0', data: { revenue: 5, currency: 'EUR' } },
    ...Array.from({ length: 12 }, (_, index) => ({ type: 'complained', visitorId: `blue-${index}` })),
    // A visitor without an exposure and a visitor with two variants.
    { type: 'bought', visitorId: 'nobody' },
    ...[exposure(id, 'control', 'both'), { type: 'bought', visitorId: 'both' }, exposure(id, 'blue', 'both')],
  ]);
  const results = await resultsOf(id);
  expect(results).toMatchObject({
    experimentId: id,
    engine: 'frequentist',
    status: 'running',
    primaryMetric: 'bought',
    alpha: 0.05,
    endedAt: null,
    crossovers: 1,
    currency: 'EUR',
    recommendation: 'collecting',
    srm: { chiSquare: 0, pValue: 1, mismatch: false },
    // power.prop.test(p1 = 0.1, p2 = 0.11, power = 0.8): 14751 in each.
    power: { baselineRate: 0.1, mde: 0.1, targetPower: 0.8, requiredPerVariant: 14_751 },
  });
  expect(results.power.progress).toBeCloseTo(200 / 14_751, 10);
  const [control, blue] = results.variants;
  expect(control).toMatchObject({ variantId: 'control', exposures: 200, conversions: 20, rate: 0.1, lift: null });
  expect(blue).toMatchObject({ variantId: 'blue', exposures: 200, conversions: 34, rate: 0.17 });
  expect(blue.lift).toBeCloseTo(0.7, 12);
  // Pooled: z = 0.07 / sqrt(0.135 * 0.865 * 2 / 200) = 2.0485, two-sided.
  expect(blue.pValue).toBeCloseTo(0.0405, 4);
  expect(blue.adjustedPValue).toBe(blue.pValue);
  expect(results.confidence).toBeCloseTo(1 - blue.pValue, 12);
  expect((await world.api.get(`/api/experiments/${id}`)).body).toMatchObject({
    confidence: results.confidence,
    results: {
      control: { exposures: 200, conversions: 20, rate: 0.1 },
      blue: { exposures: 200, conversions: 34, rate: 0.17 },
    },
  });
  expect(control.revenue.perVisitor).toBeCloseTo(1, 12);
  expect(blue.revenue.perVisitor).toBeCloseTo((34 * 10 + 5) / 200, 12);
  // 12 of 200 against 0: z = 0.06 / sqrt(0.03 * 0.97 * 2 / 200) = 3.517, one-sided.
  expect(results.guardrails).toMatchObject([
    {
      metric: 'complained',
      variants: [
        { rate: 0, pValue: null, harmed: false },
        // Harm is decided together with the experiment.
        { rate: 0.06, harmed: false },
      ],
    },
  ]);
  expect(results.guardrails[0].variants[1].pValue).toBeCloseTo(0.000218, 5);
  const today = new Date().toISOString().slice(0, 10);
  expect(results.daily.at(-1)).toEqual({
    date: today,
    variants: [
      { variantId: 'control', exposures: 200, conversions: 20 },
      { variantId: 'blue', exposures: 200, conversions: 34 },
    ],
  });
  // Rates in points: 7 of 100, and the pooled test's interval excludes 0 as p is below 0.05.
  expect(blue.difference).toBeCloseTo(0.07, 12);
  expect(blue.differenceInterval95[0]).toBeGreaterThan(0);
  expect(results.series.cumulative.at(-1)).toMatchObject({
    date: today,
    variants: [
      { variantId: 'control', exposures: 200, conversions: 20, value: 0.1, lift: null },
      { variantId: 'blue', value: 0.17, lift: blue.lift, liftInterval: blue.liftInterval95 },
    ],
  });
  const { startedAt } = (await world.api.get(`/api/experiments/${id}`)).body;
  expect(results.series.timezone).toBe('UTC');
  expect(results.series.milestones).toEqual([{ at: startedAt, kind: 'started', fields: [], variantId: null }]);
  expect(results.series.allocations).toEqual([
    { date: today, weights: { control: 0.5, blue: 0.5 }, trafficSplit: 100 },
  ]);
  // 14,551 more at 200 visitors per day.
  expect(results.daysLeft).toBe(73);
  expect((await world.api.get('/api/experiments')).body[0]).toMatchObject({ id, daysLeft: 73 });
});

test('another baseline changes the comparisons, not the verdict', async () => {
  const variants = ['control', 'blue', 'green'].map((id) => ({ id, name: id }));
  const id = await run({ primary_metric: 'bought', variants, engine: 'sequential' });
  const data = { revenue: 10, currency: 'EUR' };
  await recordEvents(
    [
      ...arm(id, 'control', { exposed: 100, converted: 10, data }),
      ...arm(id, 'blue', { exposed: 100, converted: 20, data }),
      ...arm(id, 'green', { exposed: 100, converted: 40, data }),
    ].map((event) => ({ ...event, visitorId: `rebased-${event.visitorId}` })),
  );
  const usual = await resultsOf(id);
  const rebased = await resultsOf(id, '?baseline=green');
  expect([usual.baselineVariantId, rebased.baselineVariantId]).toEqual(['control', 'green']);
  const liftsOf = ({ variants: shown }: typeof usual): (number | null)[] =>
    shown.map(({ lift }: { lift: number | null }) => lift && Number(lift.toFixed(6)));
  expect(liftsOf(usual)).toEqual([null, 1, 3]);
  expect(liftsOf(rebased)).toEqual([-0.75, -0.5, null]);
  expect(rebased.variants[2].revenue).toMatchObject({ perVisitor: 4, lift: null });
  expect(liftsOf(rebased.series.cumulative.at(-1))).toEqual([-0.75, -0.5, null]);
  expect(rebased.estimates).toEqual(usual.estimates);
  for (const field of ['recommendation', 'decision', 'confidence', 'guardrails', 'power']) {
    expect(rebased[field]).toEqual(usual[field]);
  }
  const refused = await world.api.get(`/api/experiments/${id}/results?baseline=red`);
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'baseline' }] } });
});

test('a later conversion counts past events, and the primary conversion is the default metric', async () => {
  const id = await run();
  await recordEvents([
    { type: 'subscribed', visitorId: 'early', data: { plan: 'pro' } },
    exposure(id, 'control', 'early'),
    exposure(id, 'control', 'late'),
    { type: 'subscribed', visitorId: 'late', data: { plan: 'pro' } },
    exposure(id, 'blue', 'free'),
    { type: 'subscribed', visitorId: 'free', data: { plan: 'free' } },
  ]);
  const counted = async () =>
    (await resultsOf(id)).variants.map(({ conversions }: { conversions: number }) => conversions);
  expect(await counted()).toEqual([0, 0]);
  expect((await resultsOf(id)).primaryMetric).toBeNull();
  const { workspaceId } = world.demo;
  const pro = { name: 'Pro', type: 'custom_event', eventType: 'subscribed', urlPattern: null, selector: null } as const;
  const described = { ...pro, conditions: { plan: 'pro' }, isPrimary: true };
  const system = { workspaceId, id: 'system' };
  const conversionId = await createConversion(world, system, described);
  expect(await counted()).toEqual([1, 0]);
  expect((await resultsOf(id)).primaryMetric).toBe(conversionId);
  await updateConversion(world, system, { id: conversionId, given: { conditions: {} } });
  expect(await counted()).toEqual([1, 1]);
});

test('expected exposures use the weights at the time of each exposure', async () => {
  const id = await run({ primary_metric: 'bought' });
  await recordEvents(
    arm(id, 'control', { exposed: 40, converted: 0 }).concat(arm(id, 'blue', { exposed: 40, converted: 0 })),
  );
  const before = await resultsOf(id);
  await world.api.patch(`/api/experiments/${id}`, {
    variants: [
      { id: 'control', weight: 0.1 },
      { id: 'blue', weight: 0.9 },
    ],
  });
  // Timestamps have whole milliseconds, and the next exposures must be later than the change.
  await waitFor(
    async () => Date.now() > Date.parse((await world.api.get(`/api/experiments/${id}`)).body.updatedAt) + 1,
  );
  await recordEvents([
    ...Array.from({ length: 10 }, (_, index) => exposure(id, 'control', `more-${index}`)),
    ...Array.from({ length: 90 }, (_, index) => exposure(id, 'blue', `rest-${index}`)),
  ]);
  expect(before.srm.chiSquare).toBe(0);
  expect(before.dataQuality.weightsChanged).toMatchObject({ flagged: false, at: null });
  const { srm, dataQuality } = await resultsOf(id);
  expect(srm).toEqual({ chiSquare: 0, pValue: 1, mismatch: false, unexpected: 0 });
  const { startedAt, updatedAt } = (await world.api.get(`/api/experiments/${id}`)).body;
  const { flagged, at } = dataQuality.weightsChanged;
  expect([flagged, at > startedAt, at <= updatedAt]).toEqual([true, true, true]);
});

test('a variant with weight 0 is shown but does not delay the progress', async () => {
  const [control, blue, green] = ['control', 'blue', 'green'].map((id) => ({ id, name: id, weight: 0.4 }));
  const variants = [control!, blue!, { ...green!, weight: 0.2 }];
  const id = await run({ primary_metric: 'bought', variants });
  const shown = { exposed: 40, converted: 8 };
  await recordEvents([
    ...arm(id, 'control', shown),
    ...arm(id, 'blue', shown),
    ...arm(id, 'green', { exposed: 10, converted: 2 }),
  ]);
  const progress = async (): Promise<number> => (await resultsOf(id)).power.progress;
  const waited = await progress();
  const off = variants.map((variant, index) => ({ ...variant, weight: index === 2 ? 0 : 0.5 }));
  expect((await world.api.patch(`/api/experiments/${id}`, { variants: off })).status).toBe(200);
  expect(await progress()).toBeCloseTo(4 * waited, 10);
  expect((await resultsOf(id)).variants).toMatchObject([{}, {}, { exposures: 10, probabilityBest: 0 }]);
});

test('the results of a multivariate experiment contain the main effects', async () => {
  const cells = ['a', 'b'].flatMap((title) => ['x', 'y'].map((button) => ({ title, button })));
  const id = await run({
    mode: 'multivariate',
    primary_metric: 'bought',
    variants: cells.map((levels) => ({ id: Object.values(levels).join(''), name: 'Cell', weight: 0.25, levels })),
  });
  const converted = { ax: 10, ay: 20, bx: 10, by: 20 };
  for (const [variantId, count] of Object.entries(converted)) {
    await recordEvents(arm(id, variantId, { exposed: 100, converted: count }));
  }
  const { multivariate } = await resultsOf(id);
  expect(multivariate.mainEffects).toMatchObject([
    { factor: 'title', chiSquare: 0, pValue: 1, levels: [{ conversions: 30 }, { conversions: 30 }] },
    {
      factor: 'button',
      df: 1,
      levels: [
        { level: 'x', exposures: 200, conversions: 20, rate: 0.1 },
        { level: 'y', exposures: 200, conversions: 40, rate: 0.2 },
      ],
    },
  ]);
  // The square of z = 0.1 / sqrt(0.15 * 0.85 * 2 / 200).
  expect(multivariate.mainEffects[1].chiSquare).toBeCloseTo(0.01 / (0.15 * 0.85 * 0.01), 10);
});

test('completing an experiment adds evidence for the best treatment to the belief, once', async () => {
  const belief = async (): Promise<string> =>
    (await world.api.post('/api/beliefs', { statement: 'Blue does better' })).body.id as string;
  const entriesOf = async (id: string) => (await world.api.get(`/api/beliefs/${id}`)).body.evidence;
  const [patched, promoted] = [await belief(), await belief()];
  const experiments = [
    await run({ primary_metric: 'bought', beliefId: patched }),
    await run({ primary_metric: 'bought', beliefId: promoted }),
  ] as const;
  for (const id of experiments) {
    await recordEvents(
      arm(id, 'control', { exposed: 40, converted: 0 }).map((event) => ({
        ...event,
        visitorId: `${id}${event.visitorId}`,
      })),
    );
    await recordEvents(
      arm(id, 'blue', { exposed: 60, converted: 15 }).map((event) => ({
        ...event,
        visitorId: `${id}${event.visitorId}`,
      })),
    );
  }
  await world.api.patch(`/api/experiments/${experiments[0]}`, { status: 'completed' });
  await world.api.post(`/api/experiments/${experiments[1]}/promote`, { variantId: 'blue' });
  for (const [place, id] of [patched, promoted].entries()) {
    const experimentId = experiments[place];
    expect(await entriesOf(id)).toMatchObject([{ type: 'experiment', experimentId, delta: 0.25, sampleSize: 100 }]);
  }
  // Completing the experiment again adds no evidence.
  const again = experiments[0];
  await world.api.patch(`/api/experiments/${again}`, { status: 'running' });
  await recordEvents([exposure(again, 'blue', 'one-more')]);
  await world.api.patch(`/api/experiments/${again}`, { status: 'completed' });
  expect(await entriesOf(patched)).toMatchObject([{ delta: 0.25, sampleSize: 100 }]);
});

test('an unknown experiment returns 404', async () => {
  expect((await world.api.get('/api/experiments/exp_none/results')).status).toBe(404);
});
