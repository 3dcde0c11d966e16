import { evaluateExperiment, evaluateExperiments } from '../../../operations/experiments/evaluate-experiment';
import { readResults } from '../../../operations/experiments/read-results';
import { pauseWorkspace, resumeWorkspace } from '../../../operations/workspaces/workspaces';
import { storeHistory, type HistoryEvent } from '../../support/event-history';
import { uniqueName } from '../../support/journeys';
import { waitFor } from '../../support/wait-for';
import { createWorld, useWorld } from '../../support/world';

/**
 * The decision of an experiment is stored once it is reached. With a control rate of 40% and an effect of 100%, each
 * variant needs 23 visitors.
 */

const world = useWorld({ temporal: false });

interface Started {
  id: string;
  metric: string;
  guardrail: string;
}

type Fields = object | ((names: { metric: string; guardrail: string }) => object);

async function start(given: Fields = {}, { api } = world): Promise<Started> {
  const [metric, guardrail] = [uniqueName('bought'), uniqueName('complained')];
  const fields = typeof given === 'function' ? given({ metric, guardrail }) : given;
  const { status, body } = await api.post('/api/experiments', {
    name: 'Prices',
    targetUrl: 'https://shop.example.com/',
    primary_metric: metric,
    mde: 1,
    guardrail_metrics: [`-${guardrail}`],
    variants: [{ name: 'Control' }, { name: 'Blue' }],
    ...fields,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  expect((await api.patch(`/api/experiments/${body.id}`, { status: 'running' })).status).toBe(200);
  return { id: body.id, metric, guardrail };
}

const setStatus = async (id: string, status: string): Promise<void> => {
  expect((await world.api.patch(`/api/experiments/${id}`, { status })).status).toBe(200);
};

let visitors = 0;

/** Adds new visitors to a variant. The first of them convert, and the first of them complain. */
function reach(
  { id: experimentId, metric, guardrail }: Started,
  variantId: string,
  { exposed, converted = 0, complained = 0 }: { exposed: number; converted?: number; complained?: number },
  { database, demo } = world,
) {
  const now = Date.now();
  const events = Array.from({ length: exposed }, (_, index): HistoryEvent[] => {
    const visitorId = `decided-${(visitors += 1)}`;
    const did = (type: string): HistoryEvent => ({
      id: `${visitorId}-${type}`,
      occurredAt: new Date(now - 500),
      visitorId,
      type,
    });
    return [
      { ...did('experiment_exposure'), occurredAt: new Date(now - 1_000), data: { experimentId, variantId } },
      ...(index < converted ? [did(metric)] : []),
      ...(index < complained ? [did(guardrail)] : []),
    ];
  }).flat();
  return storeHistory(database, demo.workspaceId, events);
}

const resultsOf = async (id: string) => (await world.api.get(`/api/experiments/${id}/results`)).body;
const decisionsOf = (id: string) =>
  world.database('audit_entries').where({ subject_id: id, action: 'experiment.decided' }).pluck('metadata');

test('a fixed-horizon test decides once, at its sample size; later data does not change the decision', async () => {
  const started = await start();
  await reach(started, 'control', { exposed: 20, converted: 8 });
  await reach(started, 'blue', { exposed: 20, converted: 18 });
  // Significant but too early.
  expect(await resultsOf(started.id)).toMatchObject({ recommendation: 'collecting', decision: null });
  await reach(started, 'control', { exposed: 20, converted: 8 });
  await reach(started, 'blue', { exposed: 20, converted: 18, complained: 1 });
  const [one, other] = await Promise.all([resultsOf(started.id), resultsOf(started.id)]);
  expect(one).toMatchObject({
    recommendation: 'ship',
    recommendedVariantId: 'blue',
    decision: {
      recommendation: 'ship',
      counts: [
        { variantId: 'control', exposures: 40, conversions: 16 },
        { variantId: 'blue', exposures: 40, conversions: 36 },
      ],
    },
  });
  expect(other.decision).toEqual(one.decision);
  // Later data shows a loss and harm.
  await reach(started, 'control', { exposed: 200, converted: 150 });
  await reach(started, 'blue', { exposed: 200, converted: 20, complained: 100 });
  const later = await resultsOf(started.id);
  expect(later).toMatchObject({ recommendation: 'ship', decision: one.decision });
  expect(later.variants[1].lift).toBeLessThan(0);
  expect(later.guardrails[0].variants[1]).toMatchObject({ harmed: false });
  expect(later.guardrails[0].variants[1].pValue).toBeLessThan(0.001);
  // A sample ratio mismatch replaces the recommendation but not the decision.
  await reach(started, 'blue', { exposed: 200 });
  expect(await resultsOf(started.id)).toMatchObject({ recommendation: 'check_data', decision: one.decision });
  await setStatus(started.id, 'completed');
  await setStatus(started.id, 'running');
  expect((await resultsOf(started.id)).decision).toEqual(one.decision);
  expect(await decisionsOf(started.id)).toEqual([{ recommendation: 'ship', counts: one.decision.counts }]);
  // A new start clears the decision.
  await setStatus(started.id, 'draft');
  await reach(started, 'control', { exposed: 1 });
  expect((await resultsOf(started.id)).decision).toBeNull();
});

test('no effect at the full sample size is a decision, too', async () => {
  const started = await start({ mde: 0.6 });
  await reach(started, 'control', { exposed: 100, converted: 40 });
  await reach(started, 'blue', { exposed: 100, converted: 41 });
  const { decision, recommendation } = await resultsOf(started.id);
  expect([recommendation, decision.recommendation]).toEqual(['stop_no_effect', 'stop_no_effect']);
});

test('a round decides without a request for results, except in a paused workspace', async () => {
  const started = await start();
  await reach(started, 'control', { exposed: 40, converted: 16 });
  await reach(started, 'blue', { exposed: 40, converted: 36 });
  const round = () => evaluateExperiments({ database: world.database, signal: new AbortController().signal });
  await pauseWorkspace(world, world.demo.workspaceId);
  await round();
  expect(await decisionsOf(started.id)).toEqual([]);
  await resumeWorkspace(world, world.demo.workspaceId);
  await round();
  await round();
  expect(await decisionsOf(started.id)).toMatchObject([{ recommendation: 'ship' }]);
});

test('harm to a guardrail makes the decision inconclusive, and the guardrail stays harmed', async () => {
  const started = await start();
  await reach(started, 'control', { exposed: 40, converted: 16 });
  await reach(started, 'blue', { exposed: 40, converted: 36, complained: 15 });
  expect(await resultsOf(started.id)).toMatchObject({ decision: { recommendation: 'inconclusive' } });
  await reach(started, 'control', { exposed: 100, converted: 40, complained: 100 });
  await reach(started, 'blue', { exposed: 100, converted: 90 });
  const later = await resultsOf(started.id);
  expect(later.guardrails[0].variants[1]).toMatchObject({ harmed: true });
  expect(later.recommendation).toBe('inconclusive');
});

test.each([
  // With 200 visitors in each variant and a rate of 0.5, the margins are 5 and 15 percentage points.
  [{ margin: 0.1 }, { recommendation: 'inconclusive', nonInferior: false }],
  [{ margin: 0.3 }, { recommendation: 'ship', nonInferior: true }],
])('a gain with a guardrail of %j gives %j', async (guarded, { recommendation, nonInferior }) => {
  const started = await start(({ guardrail }) => ({ guardrail_metrics: [{ metric: guardrail, ...guarded }] }));
  await reach(started, 'control', { exposed: 200, converted: 80, complained: 100 });
  await reach(started, 'blue', { exposed: 200, converted: 180, complained: 100 });
  expect(await resultsOf(started.id)).toMatchObject({
    recommendation,
    decision: { recommendation },
    guardrails: [{ ...guarded, variants: [{ nonInferior: null }, { harmed: false, nonInferior }] }],
  });
});

test.each([
  ['down', { recommendation: 'inconclusive', harmed: true }],
  ['up', { recommendation: 'ship', harmed: false }],
])('an increase of a guardrail with direction %s gives %j', async (direction, { recommendation, harmed }) => {
  const started = await start(({ guardrail }) => ({ guardrail_metrics: [{ metric: guardrail, direction }] }));
  await reach(started, 'control', { exposed: 200, converted: 80 });
  await reach(started, 'blue', { exposed: 200, converted: 180, complained: 30 });
  expect(await resultsOf(started.id)).toMatchObject({
    recommendation,
    guardrails: [{ variants: [{ harmed: false }, { harmed }] }],
  });
});

test.each([
  ['down', 'ship'],
  ['up', 'roll_back'],
])('a decrease of a primary metric with direction %s gives %s', async (direction, recommendation) => {
  const started = await start(({ metric }) => ({ primary_metric: { metric, direction } }));
  await reach(started, 'control', { exposed: 200, converted: 80 });
  await reach(started, 'blue', { exposed: 200, converted: 10 });
  const results = await resultsOf(started.id);
  expect(results).toMatchObject({ recommendation, decision: { recommendation } });
  expect(results.variants[1].lift).toBeCloseTo(-0.875, 10);
});

test.each(['sequential', 'bayesian', 'thompson'])(
  '%s decides when its confidence sequence excludes 0 and keeps the decision',
  async (engine) => {
    const started = await start({ engine, mde: 0.1 });
    await reach(started, 'control', { exposed: 300, converted: 60 });
    await reach(started, 'blue', { exposed: 300, converted: 62 });
    expect(await resultsOf(started.id)).toMatchObject({ recommendation: 'collecting', decision: null });
    await reach(started, 'control', { exposed: 500, converted: 100 });
    await reach(started, 'blue', { exposed: 500, converted: 200 });
    const { decision } = await resultsOf(started.id);
    expect(decision).toMatchObject({ recommendation: 'ship' });
    await reach(started, 'control', { exposed: 500, converted: 300 });
    await reach(started, 'blue', { exposed: 500, converted: 0 });
    expect(await resultsOf(started.id)).toMatchObject({ recommendation: 'ship', decision });
  },
);

test('reading results shows a decision that is reached and does not record it; an evaluation does', async () => {
  const started = await start();
  await reach(started, 'control', { exposed: 40, converted: 16 });
  await reach(started, 'blue', { exposed: 40, converted: 36 });
  const { workspaceId } = world.demo;
  const columns = ['decision', 'evaluation'] as const;
  const stored = () =>
    world
      .database('experiments')
      .where({ id: started.id })
      .first(...columns);
  const { at: _, ...reached } = (await readResults(world, workspaceId, started.id))!.decision!;
  expect(reached).toMatchObject({ recommendation: 'ship' });
  expect(await stored()).toEqual({ decision: null, evaluation: null });
  expect(await decisionsOf(started.id)).toEqual([]);
  const evaluated = await evaluateExperiment(world, workspaceId, started.id);
  expect(evaluated?.decision).toMatchObject(reached);
  expect(await stored()).toMatchObject({ decision: evaluated?.decision, evaluation: { recommendation: 'ship' } });
});

test('a worker decides experiments without a request for results', async () => {
  const temporal = await createWorld();
  try {
    await temporal.startWorker({ RECONCILE_EVERY_SECONDS: '1' });
    const started = await start({}, temporal);
    await reach(started, 'control', { exposed: 40, converted: 16 }, temporal);
    await reach(started, 'blue', { exposed: 40, converted: 36 }, temporal);
    const decisionOf = async () =>
      (await temporal.database('experiments').where({ id: started.id }).first('decision')).decision;
    await waitFor(async () => (await decisionOf()) !== null);
    expect(await decisionOf()).toMatchObject({ recommendation: 'ship' });
  } finally {
    await temporal.stop();
  }
});

test('lists contain the figures of the last evaluation, and none for drafts', async () => {
  const listed = async (id: string) =>
    (await world.api.get('/api/experiments')).body.find((one: { id: string }) => one.id === id);
  const nothing = { results: {}, confidence: 0, recommendation: null };
  const started = await start();
  expect(await listed(started.id)).toMatchObject(nothing);
  await reach(started, 'control', { exposed: 10, converted: 4 });
  await evaluateExperiment(world, world.demo.workspaceId, started.id);
  const early = await listed(started.id);
  expect(early).toMatchObject({
    results: {
      control: { exposures: 10, conversions: 4, rate: 0.4 },
      blue: { exposures: 0, conversions: 0, rate: 0 },
    },
    confidence: 0,
    recommendation: 'collecting',
  });

  await reach(started, 'control', { exposed: 20, converted: 8 });
  await reach(started, 'blue', { exposed: 30, converted: 27 });
  const { confidence } = await resultsOf(started.id);
  const decided = await listed(started.id);
  expect(decided).toMatchObject({ results: { blue: { exposures: 30 } }, confidence, recommendation: 'ship' });

  // Later figures appear; the decision stays.
  await reach(started, 'blue', { exposed: 5 });
  await evaluateExperiment(world, world.demo.workspaceId, started.id);
  expect(await listed(started.id)).toMatchObject({ results: { blue: { exposures: 35 } }, recommendation: 'ship' });

  await setStatus(started.id, 'draft');
  expect(await listed(started.id)).toMatchObject(nothing);
});
