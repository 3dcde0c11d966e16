import { thompsonWeights } from '../../domain/experiments/thompson';
import { scheduleIds, type ReweighExperimentsResult } from '../../workflows/contract/maintenance';
import { storeHistory, type HistoryEvent } from '../support/event-history';
import { uniqueName } from '../support/journeys';
import { runSchedule } from '../support/run-schedule';
import { useWorld } from '../support/world';

const world = useWorld();

beforeAll(async () => {
  // Only this file triggers runs, and two workers take them.
  await world.startWorker({ REWEIGH_EVERY_SECONDS: '86400' });
  await world.startWorker({ REWEIGH_EVERY_SECONDS: '86400' });
});

const reweigh = () => runSchedule<ReweighExperimentsResult>(world.temporal, scheduleIds.reweighExperiments);

/** Creates a running experiment with a metric that no other experiment counts. */
async function run(fields: object) {
  const variants = ['a', 'b', 'c'].map((id) => ({ id, name: id, weight: id === 'c' ? 0.5 : 0.25 }));
  const body = {
    name: 'Prices',
    targetUrl: 'https://shop.example.com/',
    primary_metric: uniqueName('bought'),
    variants,
    ...fields,
  };
  const { id } = (await world.api.post('/api/experiments', body)).body;
  expect((await world.api.patch(`/api/experiments/${id}`, { status: 'running' })).status).toBe(200);
  return { id: id as string, metric: body.primary_metric };
}

/** Stores visitors `from` to `to` of a variant, in no other experiment. The first ones convert. */
function reached(
  { id: experimentId, metric }: { id: string; metric: string },
  variantId: string,
  { from = 0, to, converted = 0 }: { from?: number; to: number; converted?: number },
) {
  const now = Date.now();
  const events = Array.from({ length: to - from }, (_, index): HistoryEvent[] => {
    const visitorId = `${experimentId}-${variantId}${from + index}`;
    const seen = { type: 'experiment_exposure', data: { experimentId, variantId } };
    return [
      { id: `${visitorId}-1`, occurredAt: new Date(now - 2_000), visitorId, ...seen },
      ...(index < converted
        ? [{ id: `${visitorId}-2`, occurredAt: new Date(now - 1_000), visitorId, type: metric }]
        : []),
    ];
  }).flat();
  return storeHistory(world.database, world.demo.workspaceId, events);
}

const weightsOf = async (id: string): Promise<number[]> =>
  (await world.api.get(`/api/experiments/${id}`)).body.variants.map(({ weight }: { weight: number }) => weight);
const updatesOf = (id: string) =>
  world
    .database('audit_entries')
    .where({ subject_id: id, action: 'experiment.updated' })
    .orderBy('id')
    .select('actor', 'metadata');
const allocationsOf = (id: string) =>
  world.database('experiment_allocations').where({ experiment_id: id }).orderBy('number').pluck('weights');

test('bandit weights change from 100 visitors per variant, are logged, and unchanged results change nothing', async () => {
  const bandit = await run({ mode: 'bandit' });
  const fixed = await run({});
  const paused = await run({ mode: 'bandit' });
  for (const experiment of [bandit, fixed, paused]) {
    await reached(experiment, 'a', { to: 100, converted: 5 });
    await reached(experiment, 'b', { to: 150, converted: 30 });
    await reached(experiment, 'c', { to: 99, converted: 10 });
  }
  await world.api.patch(`/api/experiments/${paused.id}`, { status: 'paused' });
  expect(await reweigh()).toMatchObject({ experiments: 1, reweighed: 0 });
  expect(await weightsOf(bandit.id)).toEqual([0.25, 0.25, 0.5]);

  for (const experiment of [bandit, fixed, paused]) await reached(experiment, 'c', { from: 99, to: 100 });
  expect(await reweigh()).toMatchObject({ experiments: 1, reweighed: 1 });
  const [a, b, c] = thompsonWeights([
    { successes: 5, failures: 95 },
    { successes: 30, failures: 120 },
    { successes: 10, failures: 90 },
  ]) as [number, number, number];
  expect(Math.min(a, b, c)).toBeGreaterThanOrEqual(0.01);
  expect(b).toBeGreaterThan(0.9);
  expect(await weightsOf(bandit.id)).toEqual([a, b, c]);
  for (const { id } of [fixed, paused]) expect(await weightsOf(id)).toEqual([0.25, 0.25, 0.5]);
  const logged = await updatesOf(bandit.id);
  expect(logged).toEqual([{ actor: 'system', metadata: { fields: ['variants'], weights: { a, b, c } } }]);
  expect(await allocationsOf(bandit.id)).toEqual([
    { a: 0.25, b: 0.25, c: 0.5 },
    { a, b, c },
  ]);

  expect(await reweigh()).toMatchObject({ experiments: 1, reweighed: 0 });
  expect(await updatesOf(bandit.id)).toEqual(logged);
});

test('if completing an experiment did not record it at its belief, it is recorded once', async () => {
  const belief = (await world.api.post('/api/beliefs', { statement: 'B does better' })).body;
  const experiment = await run({ beliefId: belief.id });
  const { id } = experiment;
  await reached(experiment, 'a', { to: 100, converted: 10 });
  await reached(experiment, 'b', { to: 100, converted: 25 });
  // As if the process had died right after the change.
  await world.database('experiments').where({ id }).update({ status: 'completed', ended_at: new Date() });
  const evidenceOf = async () => (await world.api.get(`/api/beliefs/${belief.id}`)).body.evidence;
  await reweigh();
  const reported = await evidenceOf();
  expect(reported).toMatchObject([{ type: 'experiment', experimentId: id, delta: 0.25 - 0.1, sampleSize: 200 }]);
  await reweigh();
  expect(await evidenceOf()).toEqual(reported);
});
