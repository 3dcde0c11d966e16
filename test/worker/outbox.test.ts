import { apiClient } from '../support/api-client';
import { enter, publishWaiting, untilStarted, untilStatus } from '../support/journey-people';
import { trackEvent } from '../support/journeys';
import { startTemporalGateway, type TemporalGateway, type Treatment } from '../support/temporal-gateway';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';
import type { RunningWorker } from '../../worker/run-worker';

/** The dispatcher with a Temporal that does not respond to some calls, or limits their rate. */

const start = 'StartWorkflowExecution';
/** More than a worker processes concurrently. */
const people = 120;

const world = useWorld();
let gateway: TemporalGateway;
let worker: RunningWorker;
let journey: Awaited<ReturnType<typeof publishWaiting>>;
/** Calls that arrived at the gateway, by method. */
const calls: string[] = [];

beforeAll(async () => {
  gateway = await startTemporalGateway(world.temporalAddress, {});
  worker = await startWorker();
  journey = await publishWaiting(world);
});

afterEach(() => treat({}));

afterAll(() => gateway.close());

const startWorker = (): Promise<RunningWorker> =>
  world.startWorker({ TEMPORAL_ADDRESS: gateway.address, OUTBOX_POLL_MS: '100' });

function treat(treatments: Readonly<Record<string, Treatment>>): void {
  calls.length = 0;
  gateway.treat = (method) => {
    calls.push(method);
    return treatments[method] ?? 'forwarded';
  };
}

const enterMany = async (count: number): Promise<string[]> =>
  (await Promise.all(Array.from({ length: count }, () => enter(world, journey)))).map(({ id }) => id);

async function enterStarted(): Promise<{ id: string; visitorId: string }> {
  const execution = await enter(world, journey);
  await untilStarted(world, [execution.id]);
  return execution;
}

const cancel = (id: string) => world.api.post(`/api/journeys/${journey.id}/executions/${id}/cancel`, {});
const commandsOf = (ids: readonly string[]) => world.database('outbox').whereIn('subject_id', ids);

/** Makes Temporal respond again, and makes failed commands due without their delay. */
async function recover(): Promise<void> {
  treat({});
  await world.database('outbox').whereNull('claimed_by').update({ available_at: world.database.fn.now() });
}

/** Checks that each execution has exactly one workflow, which runs. */
async function checkStartedOnce(ids: readonly string[]): Promise<void> {
  await untilStarted(world, ids);
  for (const id of ids) {
    const { status, runId } = await world.temporal.workflow.getHandle(`journey/${id}`).describe();
    expect(status.name).toBe('RUNNING');
    const runs: string[] = [];
    for await (const run of world.temporal.workflow.list({ query: `WorkflowId = "journey/${id}"` }))
      runs.push(run.runId);
    expect(runs.filter((one) => one !== runId)).toEqual([]);
  }
}

test.each<[Treatment, RegExp]>([
  ['unanswered', /DEADLINE_EXCEEDED/],
  ['withheld', /DEADLINE_EXCEEDED/],
  ['limited', /RESOURCE_EXHAUSTED/],
])('starts that are %s delay no cancellation and no signal, and are retried', async (treatment, reason) => {
  const [canceled, signaled] = [await enterStarted(), await enterStarted()];
  treat({ [start]: treatment });
  const ids = await enterMany(people);
  await waitFor(() => calls.includes(start), { what: 'a start to be called' });

  expect((await cancel(canceled.id)).status).toBe(200);
  await trackEvent(world, journey.awaited, signaled.visitorId);
  await untilStatus(world, canceled.id, 'CANCELED');
  await untilStatus(world, signaled.id, 'COMPLETED');
  if (treatment !== 'withheld') expect(await commandsOf(ids)).toHaveLength(people);

  const failed = await waitFor(() => commandsOf(ids).where('attempts', '>', 0).whereNotNull('last_error').first(), {
    what: 'a start to fail',
  });
  expect(failed.last_error).toMatch(reason);
  await recover();
  await checkStartedOnce(ids);
});

test('each command is processed once, however many calls end at the same time', async () => {
  const carriedOut = async (): Promise<number> => {
    const metrics = await (await fetch(`http://127.0.0.1:${worker.healthPort}/metrics`)).text();
    const done = /^apex_outbox_dispatched_total\{kind="start_execution",result="done"\} (\S+)$/m;
    return Number(done.exec(metrics)?.[1] ?? 0);
  };
  // The starts wait until all commands exist.
  treat({ [start]: 'unanswered' });
  const ids = await enterMany(people);
  await waitFor(async () => (await commandsOf(ids).where({ attempts: 0 }).whereNull('claimed_by')).length === 0, {
    what: 'a first attempt at each',
  });
  const before = await carriedOut();
  await recover();
  await untilStarted(world, ids);
  expect((await carriedOut()) - before).toBe(people);
});

test('each call counts as an attempt, and the client does not retry by itself', async () => {
  treat({ [start]: 'limited' });
  const ids = await enterMany(3);
  const attempts = async (): Promise<number> => {
    const rows: { attempts: number }[] = await commandsOf(ids).select('attempts');
    return rows.reduce((sum, row) => sum + row.attempts, 0);
  };
  await waitFor(async () => (await attempts()) >= 9, { what: 'nine attempts' });
  const made = calls.filter((method) => method === start).length;
  // A running call counts when it is settled: at most one per person.
  expect(made).toBeLessThanOrEqual((await attempts()) + ids.length);
  expect(made).toBeGreaterThan(0);
  await recover();
  await checkStartedOnce(ids);
});

test('unanswered schedule calls block no other command, and the schedules are updated later', async () => {
  const canceled = await enterStarted();
  treat({ DescribeSchedule: 'unanswered', UpdateSchedule: 'unanswered' });
  for (let minute = 10; minute < 30; minute += 1) {
    const digest = { enabled: true, weekday: 3, time: `12:${minute}` };
    expect((await world.api.patch('/api/workspace', { digest })).status).toBe(200);
  }
  await waitFor(() => calls.includes('DescribeSchedule'), { what: 'a schedule to be read' });
  await cancel(canceled.id);
  await untilStatus(world, canceled.id, 'CANCELED');
  await waitFor(() => world.database('outbox').where({ kind: 'sync_digest' }).where('attempts', '>', 0).first(), {
    what: 'a failed attempt',
  });
  await recover();
  await waitFor(async () => (await world.database('outbox').where({ kind: 'sync_digest' })).length === 0);
  const { state } = await world.temporal.schedule.getHandle(`digest/${world.demo.workspaceId}`).describe();
  expect(state.note).toBe('Wednesday 12:29, UTC');
});

test('a stopping worker does not wait for hanging calls, and releases their commands', async () => {
  treat({ [start]: 'unanswered' });
  const ids = await enterMany(3);
  await waitFor(async () => (await commandsOf(ids).whereNotNull('claimed_by')).length > 0, { what: 'a claim' });
  await worker.stop();
  expect(await commandsOf(ids).whereNotNull('claimed_by')).toEqual([]);
  expect(await commandsOf(ids)).toHaveLength(3);
  treat({});
  worker = await startWorker();
  await checkStartedOnce(ids);
});

test('an expired claim that no worker takes over makes the worker unready, with the reason', async () => {
  const api = apiClient(`http://127.0.0.1:${worker.healthPort}`);
  const readyz = () => api.get('/readyz');
  await waitFor(async () => (await readyz()).status === 200, { what: 'a worker that is ready' });
  await world.database('outbox').insert({
    workspace_id: world.demo.workspaceId,
    kind: 'run_digest',
    subject_id: '2020-01-06',
    claimed_by: 'a-worker-that-is-stuck',
    claimed_at: new Date(Date.now() - 120_000),
    available_at: new Date(Date.now() + 3_600_000),
  });
  const { status, body } = await readyz();
  expect(status).toBe(503);
  expect(body.dependencies.outbox).toMatch(/^A command was claimed \d+ s ago, .*ApexOutboxClaimsStuck/);
  expect(body.outbox.oldestClaimedSeconds).toBeGreaterThanOrEqual(119);
  const metrics = await (await fetch(`http://127.0.0.1:${worker.healthPort}/metrics`)).text();
  expect(Number(/^apex_outbox_oldest_claimed_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(119);
  await world.database('outbox').where({ kind: 'run_digest' }).delete();
  await waitFor(async () => (await readyz()).status === 200, { what: 'a worker that is ready again' });
});
