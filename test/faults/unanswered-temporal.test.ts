import { apiClient } from '../support/api-client';
import { enter, publishWaiting, untilStarted, untilStatus } from '../support/journey-people';
import { trackEvent } from '../support/journeys';
import { startProcess, type StartedProcess } from '../support/process';
import { startTemporalGateway, type TemporalGateway } from '../support/temporal-gateway';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Worker processes that never get a response when they start workflows. */

const start = 'StartWorkflowExecution';
const people = 5;

const world = useWorld();
let gateway: TemporalGateway;
let journey: Awaited<ReturnType<typeof publishWaiting>>;
const workers: StartedProcess[] = [];

beforeAll(async () => {
  gateway = await startTemporalGateway(world.temporalAddress, {});
  journey = await publishWaiting(world);
});

afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.kill('SIGKILL');
    await worker.exited;
  }
});

afterAll(() => gateway.close());

async function startWorker(temporalAddress: string): Promise<StartedProcess> {
  const env = { ...world.environment, TEMPORAL_ADDRESS: temporalAddress, OUTBOX_POLL_MS: '100' };
  const worker = await startProcess({ entry: 'worker/main.ts', env });
  workers.push(worker);
  return worker;
}

/** Starts a worker that claims the start commands of some people. */
async function startHangingWorker(): Promise<{ worker: StartedProcess; ids: string[] }> {
  gateway.treat = () => 'forwarded';
  const worker = await startWorker(gateway.address);
  gateway.treat = (method) => (method === start ? 'unanswered' : 'forwarded');
  const ids: string[] = [];
  for (let entered = 0; entered < people; entered += 1) ids.push((await enter(world, journey)).id);
  await untilClaimed(ids);
  return { worker, ids };
}

const claimed = (ids: readonly string[]) =>
  world.database('outbox').whereIn('subject_id', ids).whereNotNull('claimed_by');

const untilClaimed = (ids: readonly string[]): Promise<unknown> =>
  waitFor(async () => (await claimed(ids)).length > 0, { intervalMs: 10, what: 'a claim' });

test('SIGTERM ends a worker with hanging calls and releases its commands', async () => {
  const { worker, ids } = await startHangingWorker();
  worker.kill('SIGTERM');
  // Nothing responds to the calls, so only their deadline lets the process end.
  expect(await worker.exited).toMatchObject({ code: 0 });
  expect(await claimed(ids)).toEqual([]);
  await startWorker(world.temporalAddress);
  await untilStarted(world, ids);
});

test('commands of a killed worker are processed by another one after their lease', async () => {
  const { worker, ids } = await startHangingWorker();
  worker.kill('SIGKILL');
  await worker.exited;
  const left = await claimed(ids);
  await startWorker(world.temporalAddress);
  await untilStarted(world, ids);
  expect(left.length).toBeGreaterThan(0);
});

test('a worker with hanging starts is ready, reports the age of the oldest claim, and cancels and signals', async () => {
  gateway.treat = () => 'forwarded';
  const worker = await startWorker(gateway.address);
  const [canceled, signaled] = [await enter(world, journey), await enter(world, journey)];
  await untilStarted(world, [canceled.id, signaled.id]);
  gateway.treat = (method) => (method === start ? 'unanswered' : 'forwarded');
  const ids: string[] = [];
  for (let entered = 0; entered < people; entered += 1) ids.push((await enter(world, journey)).id);
  await untilClaimed(ids);
  const health = apiClient(`http://127.0.0.1:${String(worker.ready['healthPort'])}`);
  await waitFor(async () => {
    const { body } = (await health.get('/readyz')) as { body: { outbox: { oldestClaimedSeconds: number } } };
    return body.outbox.oldestClaimedSeconds > 0;
  });
  const { status, body } = await health.get('/readyz');
  expect({ status, outbox: body.dependencies.outbox as string }).toEqual({ status: 200, outbox: 'ok' });
  await world.api.post(`/api/journeys/${journey.id}/executions/${canceled.id}/cancel`, {});
  await trackEvent(world, journey.awaited, signaled.visitorId);
  await untilStatus(world, canceled.id, 'CANCELED');
  await untilStatus(world, signaled.id, 'COMPLETED');
  // No transaction is open while the calls hang.
  const { rows } = await world.database.raw<{ rows: unknown[] }>(
    `select query from pg_stat_activity where datname = current_database() and application_name = 'apex-worker'
        and state = 'idle in transaction' and query like '%outbox%'`,
  );
  expect(rows).toEqual([]);
  gateway.treat = () => 'forwarded';
  await untilStarted(world, ids);
});
