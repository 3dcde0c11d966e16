import { Worker } from '@temporalio/worker';
import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { runTemporalCli } from '../support/temporal-cli';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

/** What operators do with running executions: through the API, and with `temporal workflow update`. */

const world = useWorld();
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  await world.startWorker({ WEBHOOK_ALLOW_HOSTS: receiver.host });
});

afterAll(() => receiver.stop());

beforeEach(() => receiver.respondWith(status(500)));

const end = { id: 'end', kind: 'exit' };
const afterwards = { id: 'afterwards', kind: 'exit', reason: 'afterwards' };
const call = () => ({
  id: 'call',
  kind: 'webhook',
  url: `http://${receiver.host}/`,
  onFailure: 'end',
  next: 'afterwards',
});
const wait = { id: 'pause', kind: 'wait', duration: 'P1D', next: 'afterwards' };

async function startAt(stepId: string, steps: unknown[]) {
  const person = await createSubject(world);
  const journey = await publishJourney(world, steps);
  await trackEvent(world, journey.eventName, person.visitorId);
  const [execution] = await waitFor(async () => {
    const found = await executionsOf(world, journey.id);
    return found[0]?.['currentStepId'] === stepId ? found : undefined;
  });
  const workflowId = String(execution?.['workflowId']);
  const executionId = workflowId.replace('journey/', '');
  const path = `/api/journeys/${journey.id}/executions/${executionId}`;
  const act = (body: object) => world.ownerApi.post(`${path}/actions`, body);
  const read = async () => (await world.api.get(path)).body;
  await waitFor(async () => (await world.temporal.workflow.count(`WorkflowId="${workflowId}"`)).count === 1);
  return { workflowId, executionId, journey, person, act, read };
}

const until = <Read extends { status: string }>(read: () => Promise<Read>, wanted: string) =>
  waitFor(async () => ((await read()).status === wanted ? read() : undefined), { what: `the status ${wanted}` });

test('a failing call is retried immediately, then skipped', async () => {
  const { act, read, journey, executionId } = await startAt('call', [call(), end, afterwards]);
  // From the fourth try on, the next one is more than four seconds away.
  await waitFor(() => receiver.calls.length >= 4);
  const before = receiver.calls.length;
  const from = Date.now();
  expect((await act({ action: 'retry_now', stepId: 'call' })).status).toBe(200);
  await waitFor(() => receiver.calls.length > before);
  expect(Date.now() - from).toBeLessThan(4_000);

  expect((await act({ action: 'skip_step', stepId: 'call' })).status).toBe(200);
  const ended = await until(read, 'COMPLETED');
  expect(ended).toMatchObject({ exitReason: 'afterwards' });
  expect(ended['steps']).toMatchObject([{ stepId: 'call', status: 'skipped', reason: 'operator' }, {}]);
  const { body: log } = await world.api.get(`/api/journeys/${journey.id}/audit`);
  expect((log as { action: string }[]).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['execution.step_retried', 'execution.step_skipped']),
  );
  // Calls after the retry are recorded with the next numbers.
  const { tries } = ended['steps'][0].webhook ?? { tries: undefined };
  const recorded = await world
    .database('webhook_tries')
    .where({ execution_id: executionId })
    .orderBy('number')
    .select('number');
  expect(tries?.length ?? recorded.length).toBe(recorded.length);
  expect(recorded.map(({ number }) => number)).toEqual(recorded.map((_, index) => index + 1));
  expect(recorded.length).toBe(receiver.calls.length);
});

test('a skipped message is not sent', async () => {
  const communicationId = await createCommunication(world, 'Not now');
  const clockAt = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  const quietHours = { start: clockAt(Date.now() - 3_600_000), end: clockAt(Date.now() + 3_600_000) };
  await world.api.patch('/api/workspace', { quietHours });
  const send = { id: 'hello', kind: 'send', communicationId, next: 'afterwards' };
  const { act, read, person, executionId } = await startAt('hello', [send, afterwards]);
  const deferred = world
    .database('execution_steps')
    .where({ execution_id: executionId, deferred_reason: 'quiet_hours' });
  await waitFor(async () => (await deferred.clone().first()) !== undefined);
  expect((await act({ action: 'skip_step', stepId: 'hello' })).status).toBe(200);
  expect(await until(read, 'COMPLETED')).toMatchObject({ exitReason: 'afterwards' });
  await world.api.patch('/api/workspace', { quietHours: null });
  expect(await readSink(world.sesEndpoint, person.email)).toEqual([]);
});

test('a wait can be ended, but not skipped or retried', async () => {
  const { act, read } = await startAt('pause', [wait, afterwards]);
  for (const action of ['skip_step', 'retry_now']) {
    const refused = await act({ action, stepId: 'pause' });
    expect([refused.status, refused.body.error]).toEqual([409, 'Step "pause" is a wait. Use move_on to end it.']);
  }
  const elsewhere = await act({ action: 'move_on', stepId: 'afterwards' });
  expect(elsewhere.body.error).toBe('The execution is at step "pause", not at "afterwards". Reload the execution.');
  expect((await act({ action: 'move_on', stepId: 'pause' })).status).toBe(200);
  expect(await until(read, 'COMPLETED')).toMatchObject({ exitReason: 'afterwards' });
  const again = await act({ action: 'move_on', stepId: 'pause' });
  expect([again.status, again.body.error]).toEqual([409, 'The execution has already ended.']);
});

test('a wait for an event ends at its timeout', async () => {
  const untilEvent = { eventName: 'paid', timeout: 'P1D', timeoutNext: 'afterwards' };
  const { act, read } = await startAt('pause', [
    { ...wait, duration: undefined, untilEvent, next: 'end' },
    end,
    afterwards,
  ]);
  expect((await act({ action: 'move_on', stepId: 'pause' })).status).toBe(200);
  expect(await until(read, 'COMPLETED')).toMatchObject({ exitReason: 'afterwards' });
});

test('the Temporal CLI ends an execution with a reason, and its history replays', async () => {
  const { workflowId, read } = await startAt('pause', [wait, afterwards]);
  const update = (name: string, input: object) =>
    runTemporalCli(
      world,
      ...['workflow', 'update', 'execute', '--workflow-id', workflowId, '--name', name],
      ...['--input', JSON.stringify(input), '--output', 'json'],
    );
  await expect(update('move_on', {})).rejects.toThrow('"stepId" is required');
  await expect(update('end', { reason: ' ' })).rejects.toThrow('"reason" is required');
  const output = await update('end', { reason: 'asked by support' });
  expect(JSON.parse(output)).toMatchObject({ result: { action: 'end', stepId: 'pause' } });
  expect(await until(read, 'CANCELED')).toMatchObject({ exitReason: 'asked by support', currentStepId: 'pause' });
  const run = world.temporal.workflow.getHandle(workflowId);
  expect(await run.result()).toEqual({ endedAt: 'pause', ending: 'ended' });
  expect((await run.describe()).memo).toMatchObject({ ended: 'Ended at step **pause** (asked by support).' });
  const workflowBundle = { codePath: process.env['WORKFLOW_BUNDLE'] ?? '' };
  await Worker.runReplayHistory({ workflowBundle }, await run.fetchHistory(), workflowId);
});

test('without Temporal an action is refused, and nothing changes', async () => {
  const { executionId, journey, read } = await startAt('pause', [wait, afterwards]);
  const { url, stop } = await world.startApi({ TEMPORAL_ADDRESS: '127.0.0.1:1' });
  const response = await fetch(`${url}/api/journeys/${journey.id}/executions/${executionId}/actions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.demo.serverKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'move_on', stepId: 'pause' }),
  });
  await stop();
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    error: 'Temporal is unavailable. Nothing was changed. Retry the request.',
  });
  expect(await read()).toMatchObject({ status: 'RUNNING', currentStepId: 'pause' });
});
