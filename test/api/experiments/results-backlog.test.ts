import { requestDrainLimit } from '../../../db/analytics/rollups';
import { countForReader, readerLimit } from '../../../operations/experiments/count-experiment';
import { evaluateExperiment } from '../../../operations/experiments/evaluate-experiment';
import { storeHistory, type HistoryEvent } from '../../support/event-history';
import { runningExperiments } from '../../support/running-experiments';
import { useWorld } from '../../support/world';
import { addWorkspace } from '../../support/workspaces';

/**
 * Results after a load that takes longer to count than a request waits. With a control rate of 40% and an effect of
 * 100%, each variant needs 23 visitors.
 */

const world = useWorld({ temporal: false });

const { run, resultsOf } = runningExperiments(world);

let visitors = 0;

/** Adds new visitors to a variant. The first of them buy. */
function reach(experimentId: string, variantId: string, { exposed, bought }: { exposed: number; bought: number }) {
  const now = Date.now();
  const events = Array.from({ length: exposed }, (_, index): HistoryEvent[] => {
    const visitorId = `loaded-${(visitors += 1)}`;
    const did = (type: string, ago: number): HistoryEvent => ({
      id: `${visitorId}-${type}`,
      occurredAt: new Date(now - ago),
      visitorId,
      type,
      data: { experimentId, variantId },
    });
    return [did('experiment_exposure', 1_000), ...(index < bought ? [did('bought', 500)] : [])];
  });
  return storeHistory(world.database, world.demo.workspaceId, events.flat());
}

/** Queues visits for counting, like a large load. */
const queueVisits = (visits: number, workspaceId = world.demo.workspaceId) =>
  world.database.raw(
    `insert into rollup_queue (workspace_id, visitor_ids, times)
     values (:workspaceId, array_fill('crowd'::text, array[:visits::int]), array_fill(now(), array[:visits::int]))`,
    { workspaceId, visits },
  );

const queued = async (workspaceId = world.demo.workspaceId): Promise<number> => {
  const [row] = await world.database('rollup_queue').where({ workspace_id: workspaceId }).sum('visits');
  return Number(row?.['sum'] ?? 0);
};

const exposures = ({ variants }: { variants: { exposures: number }[] }) => variants.map((variant) => variant.exposures);

test('results during a large load report the backlog without a decision, and are complete afterwards', async () => {
  const id = await run({ primary_metric: 'bought', mde: 1 });
  const path = `/api/experiments/${id}/results`;
  await reach(id, 'control', { exposed: 20, bought: 8 });
  await reach(id, 'blue', { exposed: 20, bought: 18 });
  expect(await resultsOf(id)).toMatchObject({ backlog: null, recommendation: 'collecting' });
  await queueVisits(readerLimit + 1);
  await reach(id, 'control', { exposed: 20, bought: 8 });
  await reach(id, 'blue', { exposed: 20, bought: 18 });

  const { status, body, headers } = await world.api.get(path);
  expect(status).toBe(200);
  expect(exposures(body)).toEqual([20, 20]);
  expect(body.backlog).toEqual({
    visits: expect.any(Number),
    since: expect.any(String),
    message: expect.stringMatching(/still being counted.*Read the results again in a minute/s),
  });
  expect(body.backlog.visits).toBeGreaterThan(readerLimit);
  expect(headers.get('x-figures-as-of')).toBe(body.backlog.since);
  const record = await world.api.get(`/api/experiments/${id}`);
  expect(record.headers.get('x-figures-as-of')).toBe(body.backlog.since);
  expect(await queued()).toBeGreaterThan(0);

  // The same call that workers make each minute. It counts the whole backlog.
  await evaluateExperiment(world, world.demo.workspaceId, id);
  const whole = await world.api.get(path);
  expect(whole.body).toMatchObject({ backlog: null, recommendation: 'ship', decision: { recommendation: 'ship' } });
  expect(exposures(whole.body)).toEqual([40, 40]);
  expect(whole.headers.get('x-figures-as-of')).toBeNull();
  expect(await queued()).toBe(0);
});

test('no decision is made while visits are queued, even with enough data', async () => {
  const id = await run({ primary_metric: 'bought', mde: 1 });
  await reach(id, 'control', { exposed: 40, bought: 16 });
  await reach(id, 'blue', { exposed: 40, bought: 36 });
  await world.api.get('/api/analytics/summary');
  await queueVisits(readerLimit + 1);
  const results = await resultsOf(id);
  expect(exposures(results)).toEqual([40, 40]);
  expect(results).toMatchObject({ recommendation: 'collecting', decision: null });
  await evaluateExperiment(world, world.demo.workspaceId, id);
  expect(await resultsOf(id)).toMatchObject({ recommendation: 'ship', decision: { recommendation: 'ship' } });
});

test('visits up to the limit are counted immediately, regardless of other workspaces', async () => {
  const id = await run({ primary_metric: 'bought' });
  await reach(id, 'blue', { exposed: 3, bought: 1 });
  const other = await addWorkspace(world);
  await queueVisits(readerLimit + 1, other.demo.workspaceId);
  await queueVisits(readerLimit - (await queued()));
  expect(await queued()).toBe(readerLimit);
  const results = await resultsOf(id);
  expect(results.backlog).toBeNull();
  expect(exposures(results)).toEqual([0, 3]);
  expect(await queued()).toBe(0);
  expect(await queued(other.demo.workspaceId)).toBe(readerLimit + 1);
});

test('the first large load of a workspace is not counted by a request', async () => {
  const { api, demo } = await addWorkspace(world);
  const variants = [{ name: 'Control' }, { name: 'Blue' }];
  const { body: made } = await api.post('/api/experiments', { name: 'First', targetUrl: '/', variants });
  await queueVisits(readerLimit + 1, demo.workspaceId);
  const { status, body } = await api.get(`/api/experiments/${made.id}/results`);
  expect(status).toBe(200);
  expect(exposures(body)).toEqual([0, 0]);
  expect(body.backlog).not.toBeNull();
  expect(await world.database('rollup_states').where({ workspace_id: demo.workspaceId })).toEqual([]);
});

test('a request stops counting at its time limit, and the rest is counted later', async () => {
  const id = await run({ primary_metric: 'bought' });
  const { database, demo } = world;
  await resultsOf(id);
  await queueVisits(requestDrainLimit);
  await reach(id, 'blue', { exposed: 3, bought: 1 });
  const backlog = await countForReader({ database }, demo.workspaceId, id, { forMs: 0 });
  expect(backlog).toEqual({ visits: requestDrainLimit + 3, since: expect.any(Date) });
  expect(await countForReader({ database }, demo.workspaceId, id)).toBeNull();
  expect(exposures(await resultsOf(id))).toEqual([0, 3]);
});
