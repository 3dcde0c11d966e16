import fc from 'fast-check';
import { connect } from '../../../db/connection/pool';
import { newId } from '../../../db/connection/ids';
import { rowsOf } from '../../../db/connection/statements';
import { rebuildExperiments } from '../../../db/experiments/experiment-counts';
import { eraseEventPortion } from '../../../db/erasure/erasure-events';
import { readResults } from '../../../operations/experiments/read-results';
import { countExperiment } from '../../../operations/experiments/count-experiment';
import { drainPortion } from '../../../operations/analytics/drain-rollups';
import { withRollupsLocked } from '../../../operations/analytics/with-rollups-locked';
import { rebuildRollups } from '../../support/rebuild-rollups';
import { metricKey, revenueOf } from '../../../domain/experiments/metrics/counted-metric';
import type { MetricDefinition, MetricSetting } from '../../../domain/experiments/metrics/schemas';
import { metricOf, signedMetricOf } from '../../../domain/experiments/metrics/metric';
import { createTestDatabase, useDatabase } from '../../support/database';
import { deleteHistory, storeHistory, type HistoryEvent } from '../../support/event-history';
import {
  readCountedEvents,
  readExperimentSums,
  recountExperiment,
  type MetricQuery,
  type RecountQuery,
} from '../../support/recount-experiment';
import { runs } from '../../support/thorough';
import { createConversion, createExperiment, createWorkspace } from '../../support/workspaces';

const database = useDatabase({ poolSize: 8 });

const variants = (...ids: string[]) => ids.map((id) => ({ id, name: id.toUpperCase(), weight: 1 / ids.length }));

const change = (workspaceId: string, id: string, values: object): Promise<unknown> =>
  database('experiments').where({ workspace_id: workspaceId, id }).update(values);

let number = 0;
const event = (occurredAt: string | Date, more: Partial<HistoryEvent> = {}): HistoryEvent => {
  number += 1;
  return { id: `e${String(number).padStart(9, '0')}`, occurredAt: new Date(occurredAt), visitorId: 'v1', ...more };
};
const exposure = (experimentId: string, variantId: string) => ({
  type: 'experiment_exposure',
  data: { experimentId, variantId },
});

const around = Date.parse('2026-03-28T23:00:00Z');
const at = (minutes: number): Date => new Date(around + minutes * 60_000);

/** The count definition of an experiment, read from the database. */
async function queryOf(workspaceId: string, experimentId: string): Promise<RecountQuery> {
  const experiment = await database('experiments').where({ workspace_id: workspaceId, id: experimentId }).first();
  const workspace = await database('workspaces').where({ id: workspaceId }).first();
  const conversions = await database('conversions').where({ workspace_id: workspaceId }).select();
  const primary = conversions.filter(({ is_primary }) => is_primary);
  const typesOf = (name: string | null): string[] =>
    name === null
      ? (primary.length > 0 ? primary : conversions).map(({ event_type }) => event_type)
      : [conversions.find(({ id }) => id === name)?.event_type ?? name];
  const { primary: own, guardrails, secondary = [] } = experiment.metric_settings;
  const first = metricOf(own ?? experiment.primary_metric);
  const others = [...(guardrails ?? experiment.guardrail_metrics), ...secondary].map(signedMetricOf);
  const metrics = [first, revenueOf(first), ...others];
  const queries = metrics.map((metric): [string, MetricQuery] => [
    metricKey(metric),
    {
      types: typesOf(metric.metric),
      of: metric.measure === 'ratio' ? metric.ratio!.numerator : metric.measure,
      denominator: metric.ratio && typesOf(metric.ratio.denominator),
      cap: metric.cap,
      windowDays: metric.windowDays ?? experiment.attribution_window_days,
      hasPrior: experiment.cuped && metric.measure !== 'ratio',
    },
  ]);
  return {
    experimentId,
    variantIds: experiment.variants.map(({ id }: { id: string }) => id),
    endedAt: experiment.ended_at,
    allocations: await database('experiment_allocations')
      .where({ workspace_id: workspaceId, experiment_id: experimentId })
      .orderBy('number')
      .select('number', 'at'),
    metrics: Object.fromEntries(queries),
    timezone: workspace.timezone,
    baseCurrency: workspace.base_currency,
    rates: await database('exchange_rates')
      .where({ workspace_id: workspaceId })
      .orderBy('date')
      .select('currency', database.raw('date::text as date'), database.raw('rate::float8 as rate')),
  };
}

async function expectRecount(workspaceId: string, experimentIds: readonly string[]): Promise<void> {
  const events = await readCountedEvents(database, workspaceId);
  for (const id of experimentIds) {
    await countExperiment({ database }, workspaceId, id);
    expect(await readExperimentSums(database, workspaceId, id)).toEqual(
      recountExperiment(events, await queryOf(workspaceId, id)),
    );
  }
}

type Unstored = {
  minutes: number;
  visitor: string | null;
  what: string;
  isBot: boolean;
  revenue: unknown;
  currency: unknown;
  channel: string | null;
  device: string | null;
  isDelayed: boolean;
};

const unstored: fc.Arbitrary<Unstored> = fc.record({
  minutes: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -30, max: 30 }) },
    { weight: 4, arbitrary: fc.integer({ min: -3_000, max: 3_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -24_000, max: -18_000 }) },
  ),
  visitor: fc.option(fc.constantFrom('v1', 'v2', 'v3', 'v4'), { freq: 12 }),
  what: fc.constantFrom('0a', '0a', '0b', '0x', '1a', '1b', 'purchase', 'purchase', 'signup', 'refund', 'pageview'),
  isBot: fc.constantFrom(false, false, false, false, true),
  revenue: fc.constantFrom(
    undefined,
    10,
    49.9,
    0,
    -5,
    '7',
    '-0.0000015',
    '1e3',
    '5,5',
    '0.' + '1'.repeat(20_000),
    1e300,
    0.0000005,
  ),
  currency: fc.constantFrom(undefined, null, 'EUR', 'eur', 'USD', 'euros', '€', 'XYZ', 3, 'CHF'),
  channel: fc.constantFrom(null, null, 'email', 'organic'),
  device: fc.constantFrom(null, 'mobile', 'desktop'),
  isDelayed: fc.constantFrom(false, false, true),
});

type Step =
  | { do: 'store'; events: Unstored[] }
  | { do: 'drain'; limit: number }
  | { do: 'delete'; every: number }
  | { do: 'move'; timezone: string }
  | { do: 'end'; minutes: number | null }
  | { do: 'weigh'; minutes: number }
  | { do: 'vary'; ids: readonly string[] }
  | { do: 'measure'; metric: MetricSetting | null }
  | { do: 'watch'; metrics: readonly MetricSetting[] }
  | { do: 'adjust'; cuped: boolean }
  | { do: 'convert'; base: string | null; rates: readonly { currency: string; date: string; rate: number }[] }
  | { do: 'erase'; visitor: string }
  | { do: 'limit'; days: number | null }
  | { do: 'prime'; which: number | null }
  | { do: 'count' };

const minutes = fc.integer({ min: -200, max: 200 });

const name = fc.constantFrom('purchase', 'signup', 'refund', 'pageview');
const window = fc.option(fc.constantFrom(1, 2), { nil: undefined });
const setting: fc.Arbitrary<MetricDefinition> = fc
  .oneof(
    fc.record({ metric: name, windowDays: window }),
    fc.record({
      metric: name,
      windowDays: window,
      measure: fc.constantFrom('count', 'revenue'),
      cap: fc.option(fc.constantFrom(1, 2, 20.5), { nil: undefined }),
    }),
    fc.record({
      metric: name,
      windowDays: window,
      measure: fc.constant('ratio'),
      denominator: name,
      numerator: fc.constantFrom(undefined, 'count', 'revenue'),
      cap: fc.constantFrom(undefined, 1, 30),
    }),
  )
  // As read from the database, without undefined fields.
  .map((given) => JSON.parse(JSON.stringify(given)) as MetricDefinition);

const rate = fc.record({
  currency: fc.constantFrom('EUR', 'USD'),
  date: fc.constantFrom('2026-03-01', '2026-03-28', '2026-03-29', '2026-04-01'),
  rate: fc.constantFrom(0.5, 2, 1.25),
});
const rateKey = ({ currency, date }: { currency: string; date: string }): string => currency + date;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.array(unstored, { minLength: 1, maxLength: 12 }).map((events): Step => ({ do: 'store', events })),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 8 }).map((limit): Step => ({ do: 'drain', limit })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map((every): Step => ({ do: 'delete', every })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('UTC', 'Asia/Kathmandu', 'Europe/Berlin')
      .map((timezone): Step => ({ do: 'move', timezone })),
  },
  { weight: 2, arbitrary: fc.option(minutes).map((minutes): Step => ({ do: 'end', minutes })) },
  { weight: 2, arbitrary: minutes.map((minutes): Step => ({ do: 'weigh', minutes })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(['a', 'b'], ['a', 'b', 'x'], ['a']).map((ids): Step => ({ do: 'vary', ids })),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(fc.constantFrom(null, 'purchase', 'signup'), setting)
      .map((metric): Step => ({ do: 'measure', metric })),
  },
  {
    weight: 2,
    arbitrary: fc.array(setting, { maxLength: 3 }).map((metrics): Step => ({ do: 'watch', metrics })),
  },
  { weight: 1, arbitrary: fc.boolean().map((cuped): Step => ({ do: 'adjust', cuped })) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        base: fc.constantFrom('EUR', 'USD', null),
        rates: fc.uniqueArray(rate, { selector: rateKey, maxLength: 4 }),
      })
      .map((money): Step => ({ do: 'convert', ...money })),
  },
  { weight: 1, arbitrary: fc.constantFrom('v1', 'v2', 'v3').map((visitor): Step => ({ do: 'erase', visitor })) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, null).map((days): Step => ({ do: 'limit', days })) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, null).map((which): Step => ({ do: 'prime', which })) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'count' }) },
);

interface Scenario {
  workspaceId: string;
  experimentIds: string[];
  conversionIds: string[];
  weighed: number;
}

async function createScenario(): Promise<Scenario> {
  const workspaceId = await createWorkspace(database, { timezone: 'Europe/Berlin' });
  const conversionIds = [
    await createConversion(database, workspaceId, { eventType: 'purchase', isPrimary: true }),
    await createConversion(database, workspaceId, { eventType: 'signup' }),
  ];
  const experiments = [
    await createExperiment(database, workspaceId, {
      guardrailMetrics: ['-refund'],
      secondaryMetrics: [
        { metric: 'purchase', measure: 'revenue', cap: 60, windowDays: 1 },
        { metric: 'purchase', measure: 'ratio', denominator: 'pageview' },
      ],
    }),
    await createExperiment(database, workspaceId, {
      primaryMetric: 'purchase',
      guardrailMetrics: [conversionIds[1]!, '-refund'],
    }),
  ];
  return { workspaceId, experimentIds: experiments.map(({ id }) => id), conversionIds, weighed: 0 };
}

const toHistory = (one: Unstored, experimentIds: readonly string[]): HistoryEvent => {
  const place = Number(one.what[0]);
  const seen = Number.isNaN(place) ? { type: one.what } : exposure(experimentIds[place]!, one.what.slice(1));
  const { revenue, currency, isBot, channel, device } = one;
  const occurredAt = at(one.minutes);
  return event(occurredAt, {
    ...seen,
    channel,
    device,
    receivedAt: new Date(occurredAt.getTime() + (one.isDelayed ? 2 : 0) * 3_600_000),
    visitorId: one.visitor,
    isBot,
    data: { revenue, currency, ...('data' in seen ? seen.data : {}) },
  });
};

const settingsOf = async (workspaceId: string, id: string): Promise<object> =>
  (await database('experiments').where({ workspace_id: workspaceId, id }).first()).metric_settings;

/** Replaces the visitor with a pseudonym, like an erasure. */
async function erase(workspaceId: string, visitorId: string): Promise<void> {
  const erasure = { workspaceId, id: newId('erasure'), endUserId: null, email: null, externalIds: [], pseudonym: 'p' };
  const selection = { by: 'visitor', visitorId, pseudonym: `erased-${visitorId}` } as const;
  await withRollupsLocked(database, workspaceId, (transaction) =>
    eraseEventPortion(transaction, erasure as never, selection),
  );
}

async function take(scenario: Scenario, step: Step): Promise<unknown> {
  const { workspaceId, experimentIds, conversionIds } = scenario;
  const [first] = experimentIds as [string, string];
  switch (step.do) {
    case 'store':
      return storeHistory(
        database,
        workspaceId,
        step.events.map((one) => toHistory(one, experimentIds)),
      );
    case 'drain':
      return drainPortion({ database }, workspaceId, { limit: step.limit });
    case 'delete': {
      const stored = await readCountedEvents(database, workspaceId);
      // Completions of erased visitors remain, even if their events are deleted.
      const kept = stored.filter(({ visitorId }) => !visitorId?.startsWith('erased-'));
      const ids = kept.filter((_, index) => index % step.every === 0).map(({ id }) => id);
      return deleteHistory(database, workspaceId, ids);
    }
    case 'move':
      return database('workspaces').where({ id: workspaceId }).update({ timezone: step.timezone });
    case 'end':
      return change(workspaceId, first, { ended_at: step.minutes === null ? null : at(step.minutes) });
    case 'weigh': {
      // Later than earlier allocations.
      scenario.weighed += 1;
      const row = {
        number: scenario.weighed,
        at: at(step.minutes + scenario.weighed * 500),
        weights: {},
        traffic_split: 100,
      };
      return database('experiment_allocations').insert({ workspace_id: workspaceId, experiment_id: first, ...row });
    }
    case 'vary':
      return change(workspaceId, first, { variants: JSON.stringify(variants(...step.ids)) });
    case 'measure':
      return change(workspaceId, first, {
        primary_metric: metricOf(step.metric).metric,
        metric_settings: { ...(await settingsOf(workspaceId, first)), primary: step.metric ?? undefined },
      });
    case 'watch':
      return change(workspaceId, first, {
        metric_settings: { ...(await settingsOf(workspaceId, first)), secondary: step.metrics },
      });
    case 'adjust':
      return change(workspaceId, first, { cuped: step.cuped });
    case 'convert':
      return database.transaction(async (transaction) => {
        await transaction('workspaces').where({ id: workspaceId }).update({ base_currency: step.base });
        await transaction('exchange_rates').where({ workspace_id: workspaceId }).delete();
        const rows = step.rates.map((rate) => ({ workspace_id: workspaceId, ...rate }));
        if (rows.length > 0) await transaction('exchange_rates').insert(rows);
      });
    case 'erase':
      return erase(workspaceId, step.visitor);
    case 'limit':
      return change(workspaceId, first, { attribution_window_days: step.days });
    case 'prime': {
      const conversions = database('conversions').where({ workspace_id: workspaceId });
      await conversions.clone().update({ is_primary: false });
      const id = step.which === null ? null : conversionIds[step.which]!;
      return id === null ? null : conversions.clone().where({ id }).update({ is_primary: true });
    }
    case 'count':
      return countExperiment({ database }, workspaceId, first);
  }
}

test('sums equal a recount after any history, drains and changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const scenario = await createScenario();
      for (const step of steps) await take(scenario, step);
      await expectRecount(scenario.workspaceId, scenario.experimentIds);
      await rebuildRollups(database, scenario.workspaceId);
      await expectRecount(scenario.workspaceId, scenario.experimentIds);
    }),
    { numRuns: runs(8, 100) },
  );
});

test('events at the same time are ordered by time of receipt', async () => {
  const workspaceId = await createWorkspace(database);
  const { id } = await createExperiment(database, workspaceId, { primaryMetric: 'purchase' });
  const sees = exposure(id, 'a');
  const buys = { type: 'purchase' };
  await storeHistory(database, workspaceId, [
    event(at(0), { visitorId: 'after', ...sees }),
    event(at(0), { visitorId: 'after', ...buys }),
    event(at(0), { visitorId: 'before', ...buys }),
    event(at(0), { visitorId: 'before', ...sees }),
  ]);
  const results = await readResults({ database }, workspaceId, id);
  expect(results?.variants[0]).toMatchObject({ exposures: 2, conversions: 1 });
});

test('counts of events deleted by retention remain, and later events do not change them', async () => {
  const workspaceId = await createWorkspace(database);
  const { id } = await createExperiment(database, workspaceId, { primaryMetric: 'purchase' });
  const old = [
    event(at(0), { ...exposure(id, 'a') }),
    event(at(5), { type: 'purchase', data: { revenue: 3 } }),
    event(at(0), { visitorId: 'v2', ...exposure(id, 'b') }),
  ];
  await storeHistory(database, workspaceId, old);
  await countExperiment({ database }, workspaceId, id);
  await database('rollup_states').where({ workspace_id: workspaceId }).update({ closed_before: '2026-04-10' });
  const ids = old.map((one) => one.id);
  await database('events').where({ workspace_id: workspaceId }).whereIn('id', ids).delete();
  await storeHistory(database, workspaceId, [
    event('2026-04-12T10:00:00Z', { type: 'purchase', data: { revenue: 4 } }),
    event('2026-04-12T10:00:00Z', { visitorId: 'v2', type: 'purchase', data: { revenue: 4 } }),
    event('2026-04-12T10:00:00Z', { visitorId: 'v3', ...exposure(id, 'b') }),
    // The event is on a closed day: it is stored but not counted.
    event(at(1), { visitorId: 'v4', ...exposure(id, 'b') }),
  ]);
  const expected = [
    { variantId: 'a', exposures: 1, conversions: 1, revenue: { perVisitor: 3 } },
    { variantId: 'b', exposures: 2, conversions: 1, revenue: { perVisitor: 2 } },
  ];
  expect((await readResults({ database }, workspaceId, id))?.variants).toMatchObject(expected);
  await rebuildRollups(database, workspaceId);
  expect((await readResults({ database }, workspaceId, id))?.variants).toMatchObject(expected);
});

test('a past that retention has partly deleted keeps its counts', async () => {
  const workspaceId = await createWorkspace(database);
  const { id } = await createExperiment(database, workspaceId, {
    primaryMetric: { metric: 'purchase', measure: 'count' },
  });
  const past = [
    event('2026-03-20T10:00:00Z', { type: 'purchase' }),
    event('2026-03-21T10:00:00Z', { type: 'purchase' }),
  ];
  await storeHistory(database, workspaceId, [...past, event('2026-03-28T10:00:00Z', { ...exposure(id, 'a') })]);
  const readSums = async () =>
    (await readExperimentSums(database, workspaceId, id)).outcomes.filter((row) =>
      (row as { key: string }).key.includes('"count","metric":"purchase"} returning'),
    );
  await countExperiment({ database }, workspaceId, id);
  expect(await readSums()).toMatchObject([{ visitors: 0, value: 0, prior: 2, priorSquares: 4 }]);
  await database('rollup_states').where({ workspace_id: workspaceId }).update({ closed_before: '2026-03-25' });
  const ids = past.map((one) => one.id);
  await database('events').where({ workspace_id: workspaceId }).whereIn('id', ids).delete();
  await storeHistory(database, workspaceId, [event('2026-03-29T10:00:00Z', { type: 'purchase' })]);
  await countExperiment({ database }, workspaceId, id);
  expect(await readSums()).toMatchObject([{ visitors: 1, value: 1, prior: 2, priorProducts: 2 }]);
  await rebuildRollups(database, workspaceId);
  expect(await readSums()).toMatchObject([{ visitors: 1, value: 1, prior: 2, priorProducts: 2 }]);
});

test('counts of the previous release are recounted', async () => {
  const workspaceId = await createWorkspace(database, { timezone: 'Europe/Berlin' });
  const { id } = await createExperiment(database, workspaceId, {
    primaryMetric: 'purchase',
    guardrailMetrics: ['-refund'],
  });
  await storeHistory(database, workspaceId, [
    event(at(-60), { visitorId: 'v2', type: 'purchase' }),
    event(at(0), { ...exposure(id, 'a'), channel: 'email', device: 'mobile' }),
    event(at(0), { visitorId: 'v2', ...exposure(id, 'b') }),
    event(at(9), { type: 'purchase', data: { revenue: 3 } }),
  ]);
  await countExperiment({ database }, workspaceId, id);
  // The tables as the previous release left them, without its unknown columns and tables.
  for (const table of ['experiment_outcomes', 'experiment_outcome_sums', 'experiment_exposure_segments']) {
    await database(table).where({ workspace_id: workspaceId }).delete();
  }
  const unknown = { event_id: '', channel: '', device: '', is_returning: false, has_past: false };
  await database('experiment_exposures').where({ workspace_id: workspaceId }).update(unknown);
  await database('experiment_exposure_days').where({ workspace_id: workspaceId }).update({ with_past: 0 });
  const definition = {
    variantIds: ['a', 'b'],
    endedAt: null,
    windowDays: null,
    allocations: 0,
    metrics: [
      { key: 'purchase', eventName: 'purchase', conversions: [] },
      { key: 'refund', eventName: 'refund', conversions: [] },
    ],
  };
  await database('experiment_count_states').where({ workspace_id: workspaceId }).update({ definition });
  await expectRecount(workspaceId, [id]);
});

const ratio = { metric: 'purchase', measure: 'ratio', denominator: 'basket', numerator: 'revenue' } as const;

/**
 * Visitors of a ratio of revenue to baskets: v1 has both, v2 only a basket, v3 a basket and a payment of 0, and v4 only
 * a payment.
 */
const shoppers = (id: string): HistoryEvent[] => [
  ...['v1', 'v2', 'v3', 'v4'].map((visitorId) => event(at(0), { visitorId, ...exposure(id, 'a') })),
  ...['v1', 'v2', 'v3'].map((visitorId) => event(at(5), { visitorId, type: 'basket' })),
  ...['v1', 'v4'].map((visitorId) => event(at(9), { visitorId, type: 'purchase', data: { revenue: 3 } })),
  event(at(9), { visitorId: 'v3', type: 'purchase', data: { revenue: 0 } }),
];

test('a visitor converts on a ratio metric with its numerator', async () => {
  const workspaceId = await createWorkspace(database);
  const { id } = await createExperiment(database, workspaceId, { primaryMetric: ratio });
  await storeHistory(database, workspaceId, shoppers(id));
  const read = async () => {
    const results = (await readResults({ database }, workspaceId, id, { by: 'returning' }))!;
    const daily = results.daily.map(({ variants: all }) => all[0]!.conversions);
    const segments = results.breakdown!.segments.map(({ variants: all }) => all[0]!.conversions);
    return { ...results.variants[0], daily, segments };
  };
  expect(await read()).toMatchObject({ exposures: 4, conversions: 3, rate: 0.75, daily: [3], segments: [3] });
  // A visitor with a basket pays a day later.
  await storeHistory(database, workspaceId, [
    event(at(1_440), { visitorId: 'v2', type: 'purchase', data: { revenue: 1 } }),
  ]);
  expect(await read()).toMatchObject({ conversions: 4, rate: 1, segments: [4] });
  await expectRecount(workspaceId, [id]);
});

test('conversions on a ratio metric counted by the previous release are recounted', async () => {
  const workspaceId = await createWorkspace(database);
  const { id } = await createExperiment(database, workspaceId, { primaryMetric: ratio });
  const { id: other } = await createExperiment(database, workspaceId, { primaryMetric: 'purchase' });
  await storeHistory(database, workspaceId, [
    ...shoppers(id),
    event(at(0), { visitorId: 'v5', ...exposure(other, 'a') }),
  ]);
  for (const one of [id, other]) await countExperiment({ database }, workspaceId, one);
  const ofRatio = { workspace_id: workspaceId, experiment_id: id };
  const stateOf = async (one: string) =>
    (
      await database('experiment_count_states')
        .where({ ...ofRatio, experiment_id: one })
        .first()
    ).definition;
  // The previous release counted all four, because each did something.
  const metric = metricKey(metricOf(ratio));
  const [most] = await database('experiment_outcome_sums').where({
    ...ofRatio,
    metric,
    dimension: 'day',
    currency: '',
  });
  expect(Number(most.visitors)).toBe(0);
  await database('experiment_outcome_sums')
    .where({ ...ofRatio, metric, currency: '' })
    .update({ visitors: 1 });
  const definition = { ...(await stateOf(id)), version: 2 };
  await database('experiment_count_states')
    .where(ofRatio)
    .update({ definition: JSON.stringify(definition) });
  await expectRecount(workspaceId, [id]);
  expect((await stateOf(id)).version).toBe(3);
  // Other experiments do not change.
  expect((await stateOf(other)).version).toBe(2);
});

test('later events do not change an experiment that has ended', async () => {
  const workspaceId = await createWorkspace(database);
  const { id } = await createExperiment(database, workspaceId, { primaryMetric: 'purchase' });
  await storeHistory(database, workspaceId, [event(at(0), { ...exposure(id, 'a') })]);
  await countExperiment({ database }, workspaceId, id);
  await change(workspaceId, id, { ended_at: at(60) });
  await storeHistory(database, workspaceId, [
    event(at(90), { type: 'purchase' }),
    event(at(100), { ...exposure(id, 'b') }),
  ]);
  expect(await readResults({ database }, workspaceId, id)).toMatchObject({
    crossovers: 0,
    variants: [{ exposures: 1, conversions: 0 }, { exposures: 0 }],
  });
  // After a restart, all events count.
  await change(workspaceId, id, { ended_at: null });
  expect(await readResults({ database }, workspaceId, id)).toMatchObject({
    crossovers: 1,
    variants: [{ exposures: 0 }, { exposures: 0 }],
  });
});

test('a conversion counts until the end of the attribution window, inclusive', async () => {
  const workspaceId = await createWorkspace(database, { timezone: 'Europe/Berlin' });
  const { id } = await createExperiment(database, workspaceId, { primaryMetric: 'purchase', attributionWindowDays: 1 });
  const buys = { type: 'purchase', data: { revenue: 5 } };
  const day = 24 * 60;
  await storeHistory(database, workspaceId, [
    event(at(0), { visitorId: 'in-time', ...exposure(id, 'a') }),
    event(at(day), { visitorId: 'in-time', ...buys }),
    event(at(day + 1), { visitorId: 'in-time', ...buys }),
    event(at(0), { visitorId: 'late', ...exposure(id, 'b') }),
    event(new Date(at(day).getTime() + 1), { visitorId: 'late', ...buys }),
  ]);
  const read = async () => (await readResults({ database }, workspaceId, id))?.variants;
  expect(await read()).toMatchObject([
    { exposures: 1, conversions: 1, revenue: { perVisitor: 5 } },
    { exposures: 1, conversions: 0, revenue: { perVisitor: 0 } },
  ]);
  await change(workspaceId, id, { attribution_window_days: null });
  expect(await read()).toMatchObject([
    { exposures: 1, conversions: 1, revenue: { perVisitor: 10 } },
    { exposures: 1, conversions: 1, revenue: { perVisitor: 5 } },
  ]);
});

test('counting reads only the visitor’s own events, even without table statistics', async () => {
  const fresh = await createTestDatabase();
  const own = connect({ url: fresh.url, poolSize: 2, applicationName: 'apex-test' });
  try {
    const tables = await rowsOf<{ name: string }>(
      own.raw(`select relname as name from pg_class where relkind = 'r' and relname ~ '^(events|experiment)_'`),
    );
    for (const { name } of tables) await own.raw('alter table ?? set (autovacuum_enabled = off)', [name]);
    const workspaceId = await createWorkspace(own);
    const { id } = await createExperiment(own, workspaceId, { status: 'draft', primaryMetric: 'purchase' });
    const history = Array.from({ length: 1_000 }, (_, index) => [
      event(at(index), { visitorId: `v${index}`, ...exposure(id, index % 2 === 0 ? 'a' : 'b') }),
      event(at(index + 1), { visitorId: `v${index}`, type: 'purchase' }),
      event(at(index + 2), { visitorId: `v${index}`, type: 'pageview' }),
    ]).flat();
    await storeHistory(own, workspaceId, history);
    await own.transaction(async (transaction) => {
      const scope = { workspaceId, timezone: 'UTC', closedBefore: '-infinity' };
      await rebuildExperiments(transaction, scope);
      // Repeat with existing counts.
      await rebuildExperiments(transaction, scope);
      const [read] = await rowsOf<{ rows: string }>(
        transaction.raw(
          `select sum(seq_tup_read + idx_tup_fetch) as rows from pg_stat_xact_user_tables where relname ~ '^(events|experiment)_'`,
        ),
      );
      const [sums] = await transaction('experiment_outcome_sums')
        .where({ dimension: 'day', metric: 'purchase' })
        .sum({ converted: 'visitors' });
      expect(Number(sums?.converted)).toBe(1_000);
      expect(Number(read?.rows)).toBeLessThan(history.length * 20);
    });
  } finally {
    await own.destroy();
    await fresh.drop();
  }
});

test('committed events are counted with concurrent writers, erasers, drains and readers', async () => {
  const scenario = await createScenario();
  const { workspaceId, experimentIds } = scenario;
  let writing = 3;
  const write = async (writer: number): Promise<void> => {
    for (let round = 0; round < 30; round += 1) {
      const events = ['0a', '1b', 'purchase', 'signup', writer === round % 7 ? '0b' : 'pageview'].map((what, index) =>
        toHistory(
          {
            minutes: (round * 37 + index * 11) % 300,
            visitor: `v${(round * 3 + writer) % 20}`,
            what,
            isBot: false,
            revenue: index,
            currency: 'EUR',
            channel: null,
            device: null,
            isDelayed: false,
          },
          experimentIds,
        ),
      );
      await storeHistory(database, workspaceId, events);
      if (round % 5 === 4) await deleteHistory(database, workspaceId, [events[0]!.id, events[2]!.id]);
    }
    writing -= 1;
  };
  const drain = async (): Promise<void> => {
    while (writing > 0) await drainPortion({ database }, workspaceId, { limit: 7 });
  };
  const read = async (): Promise<void> => {
    while (writing > 0) expect(await readResults({ database }, workspaceId, experimentIds[0]!)).not.toBeNull();
  };
  await Promise.all([write(0), write(1), write(2), drain(), drain(), read()]);
  await expectRecount(workspaceId, experimentIds);
});
