import { withFailures } from '../../activities/attempt';
import { endExecution } from '../../db/journeys/executions';
import { recordEnding } from '../../operations/journeys/end-execution';
import { reconcileExecutions } from '../../operations/journeys/reconcile-executions';
import { createWorkflows } from '../../worker/workflow-client';
import type { RunningWorker } from '../../worker/run-worker';
import { createExecutionAt } from '../support/executions';
import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { internalApi } from '../support/internal';
import { readSink } from '../support/mail-sink';
import { recountSteps } from '../support/recount-journey';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';

const world = useWorld();
let receiver: WebhookReceiver;
let worker: RunningWorker | null = null;

const startWorker = async (): Promise<void> => {
  worker ??= await world.startWorker({ OUTBOX_POLL_MS: '100', WEBHOOK_ALLOW_HOSTS: receiver.host });
};
const stopWorker = async (): Promise<void> => {
  await worker?.stop();
  worker = null;
};

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

afterAll(() => receiver.stop());

const callStep = (fields: object = {}) => ({
  id: 'call',
  kind: 'webhook',
  url: `http://${receiver.host}/`,
  failOnError: true,
  next: 'end',
  ...fields,
});
const end = { id: 'end', kind: 'exit' };

const idOf = ({ executionArn }: Record<string, string>): string => executionArn!.split('/').at(-1)!;

const executionWith = (journeyId: string, wanted: string) =>
  waitFor(async () => (await executionsOf(world, journeyId)).find((one) => one['status'] === wanted), {
    what: `an execution that is ${wanted}`,
    timeoutMs: 60_000,
  });

const retry = (journeyId: string, executionId: string) =>
  world.api.post(`/api/journeys/${journeyId}/executions/${executionId}/retry`);

/** Ends an execution as FAILED at its step, as the reconciler does. */
const fail = (executionId: string) =>
  endExecution(world.database, world.demo.workspaceId, executionId, { status: 'FAILED', reason: 'failed' });

test('an execution that a webhook failed resumes at the call, with another run of its workflow', async () => {
  await startWorker();
  receiver.calls.length = 0;
  receiver.respondWith(status(404));
  const communicationId = await createCommunication(world, 'Only once');
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId, next: 'call' },
    callStep(),
    end,
  ]);
  await trackEvent(world, journey.eventName, person.visitorId);
  const failed = await executionWith(journey.id, 'FAILED');
  expect(failed).toMatchObject({ exitReason: 'webhook', currentStepId: 'call' });
  const id = idOf(failed);
  const path = `/api/journeys/${journey.id}/executions/${id}`;
  expect((await world.api.get(path)).body).toMatchObject({
    retries: 0,
    failure: { cause: 'http_404', error: 'The receiver returned 404.' },
  });
  const causes = await world.api.get(`/api/journeys/failures/causes?journeyId=${journey.id}`);
  expect(causes.body).toMatchObject([{ stepId: 'call', cause: 'http_404', count: 1, version: 1 }]);

  receiver.respondWith(status(200));
  const retried = await retry(journey.id, id);
  expect(retried).toMatchObject({
    status: 200,
    body: { status: 'RUNNING', retries: 1, exitReason: null, failure: null },
  });
  await executionWith(journey.id, 'COMPLETED');
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
  expect(receiver.calls).toHaveLength(2);
  expect(receiver.keys()).toEqual(new Set([`${id}:call`]));
  const { steps } = (await world.api.get(path)).body as { steps: { status: string; tries: { number: number }[] }[] };
  expect(steps.map(({ status: left }) => left)).toEqual(['executed', 'executed', 'executed']);
  expect(steps[1]!.tries.map(({ number }) => number)).toEqual([1, 2]);
  expect(await recountSteps(world.database, world.demo.workspaceId, journey.id)).toEqual({
    hello: { executed: 1 },
    call: { executed: 1 },
    end: { executed: 1 },
  });
  const stats = (await world.api.get(`/api/journeys/${journey.id}/step-stats`)).body;
  expect(stats).toMatchObject([{ executed: 1 }, { executed: 1, failed: 0, waiting: 0 }, { executed: 1 }]);
  const runsWith = async (state: string): Promise<number> =>
    (await world.temporal.workflow.count(`WorkflowId = 'journey/${id}' and ExecutionStatus = '${state}'`)).count;
  await waitFor(async () => (await runsWith('Completed')) === 1 && (await runsWith('Failed')) === 1, {
    what: 'the ends of both runs',
  });
  const { body: audit } = await world.api.get(`/api/journeys/${journey.id}/audit`);
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'execution.retried', metadata: expect.objectContaining({ executionId: id }) }),
  );
  // Repeating the request changes nothing.
  expect(await retry(journey.id, id)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('COMPLETED') },
  });
  expect(receiver.calls).toHaveLength(2);
});

test('an execution that an error failed has its type and text, and is retried after the fix', async () => {
  await startWorker();
  const communicationId = await createCommunication(world, 'Found again');
  const person = await createSubject(world);
  const journey = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration: 'PT2S', next: 'hello' },
    { id: 'hello', kind: 'send', communicationId, next: 'end' },
    end,
  ]);
  const contents = () => world.database('journey_version_contents').where({ journey_id: journey.id });
  const [content] = await contents();
  await contents().delete();
  await trackEvent(world, journey.eventName, person.visitorId);
  const failed = await executionWith(journey.id, 'FAILED');
  const id = idOf(failed);
  expect(failed).toMatchObject({ currentStepId: 'hello', exitReason: 'failed' });
  expect((await world.api.get(`/api/journeys/${journey.id}/executions/${id}`)).body.failure).toEqual({
    cause: 'NotFound',
    error: expect.stringContaining(communicationId),
  });
  await world.database('journey_version_contents').insert(content);
  expect((await retry(journey.id, id)).status).toBe(200);
  await executionWith(journey.id, 'COMPLETED');
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
});

test('a webhook with onFailure, or without failOnError, does not fail the execution', async () => {
  await startWorker();
  receiver.respondWith(status(404));
  for (const fields of [{ onFailure: 'end' }, { failOnError: false }]) {
    const person = await createSubject(world);
    const journey = await publishJourney(world, [callStep(fields), end]);
    await trackEvent(world, journey.eventName, person.visitorId);
    expect(await executionWith(journey.id, 'COMPLETED')).toMatchObject({ exitReason: 'end' });
  }
});

describe('an execution that failed', () => {
  beforeEach(stopWorker);
  afterEach(stopWorker);

  test.each([
    ['send', (communicationId: string) => [{ id: 'at', kind: 'send', communicationId, next: 'end' }]],
    ['wait', () => [{ id: 'at', kind: 'wait', duration: 'PT1S', next: 'end' }]],
    [
      'wait for an event',
      () => [
        {
          id: 'at',
          kind: 'wait',
          untilEvent: { eventName: 'paid', timeout: 'PT1S', timeoutNext: 'end' },
          next: 'end',
        },
      ],
    ],
    [
      'branch',
      () => [
        {
          id: 'at',
          kind: 'branch',
          arms: [{ id: 'pro', when: { field: 'attributes.plan', operator: 'equals', value: 'pro' }, next: 'end' }],
          else: 'end',
        },
      ],
    ],
    [
      'experiment',
      () => [
        {
          id: 'at',
          kind: 'experiment',
          arms: [
            { id: 'a', weight: 0.5, next: 'end' },
            { id: 'b', weight: 0.5, next: 'end' },
          ],
        },
      ],
    ],
    ['update_person', () => [{ id: 'at', kind: 'update_person', attributes: { plan: 'pro' }, next: 'end' }]],
    ['webhook', () => [callStep({ id: 'at' })]],
  ])('at a %s step resumes there, and the step is performed once', async (_kind, stepsOf) => {
    receiver.calls.length = 0;
    receiver.respondWith(status(200));
    const person = await createSubject(world);
    const steps = stepsOf(await createCommunication(world, 'Hello again'));
    const journey = await publishJourney(world, [...steps, end]);
    await trackEvent(world, journey.eventName, person.visitorId);
    const id = idOf(await executionWith(journey.id, 'RUNNING'));
    await fail(id);
    expect((await retry(journey.id, id)).body).toMatchObject({ status: 'RUNNING', currentStepId: 'at' });
    await startWorker();
    await executionWith(journey.id, 'COMPLETED');
    expect(await recountSteps(world.database, world.demo.workspaceId, journey.id)).toEqual({
      at: { executed: 1 },
      end: { executed: 1 },
    });
    expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(steps[0]!.kind === 'send' ? 1 : 0);
    expect(receiver.calls).toHaveLength(steps[0]!.kind === 'webhook' ? 1 : 0);
  });

  test.each([
    ['a message that was given up before it was sent is sent once', { status: 'failed', failure: 'abandoned' }, 1],
    [
      'a message that may have been sent is not sent again',
      { status: 'unknown', failure: 'outcome_unknown', provider_started_at: new Date() },
      0,
    ],
  ])('%s', async (_what, send, messages) => {
    const communicationId = await createCommunication(world, 'Once more');
    const { executionId, journeyId, workspaceId, endUserId, email } = await createExecutionAt(world, 'hello', [
      { id: 'hello', kind: 'send', communicationId, next: 'end' },
      end,
    ]);
    await world.database('sends').insert({
      workspace_id: workspaceId,
      id: `snd_${executionId}`,
      kind: 'journey',
      execution_id: executionId,
      step_id: 'hello',
      end_user_id: endUserId,
      communication_id: communicationId,
      ...send,
    });
    await fail(executionId);
    expect((await retry(journeyId, executionId)).status).toBe(200);
    await startWorker();
    await executionWith(journeyId, 'COMPLETED');
    expect(await readSink(world.sesEndpoint, email)).toHaveLength(messages);
  });

  test('is not ended again by its earlier run, nor by a round that saw its earlier run', async () => {
    const { executionId, journeyId, workspaceId } = await createExecutionAt(world, 'pause', [
      { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
      end,
    ]);
    await fail(executionId);
    const { database, temporal, namespace } = world;
    await retry(journeyId, executionId);
    // The activity of the earlier run is repeated, because its result was lost.
    const failure = { status: 'FAILED', reason: 'failed', retries: 0 } as const;
    await withFailures(() => recordEnding({ database }, { workspaceId, executionId }, failure));
    // The command for the new run waits in the outbox, and Temporal has no run.
    await database('executions')
      .where({ id: executionId })
      .update({ reconciled_at: new Date(0) });
    const workflows = createWorkflows(temporal, namespace);
    const stale = { ...workflows, describe: () => Promise.resolve('failed' as const) };
    const round = { limit: 100, recheckAfterSeconds: 60 };
    await reconcileExecutions({ database, workflows: stale, signal: new AbortController().signal }, round);
    expect(await executionsOf(world, journeyId)).toMatchObject([{ status: 'RUNNING' }]);

    // It failed and was retried between the two statements of a round.
    await database('outbox').where({ workspace_id: workspaceId }).delete();
    const retriedMeanwhile = {
      ...workflows,
      describe: async () => {
        await fail(executionId);
        await retry(journeyId, executionId);
        return 'failed' as const;
      },
    };
    await database('executions')
      .where({ id: executionId })
      .update({ reconciled_at: new Date(0) });
    await reconcileExecutions({ database, workflows: retriedMeanwhile, signal: new AbortController().signal }, round);
    const path = `/api/journeys/${journeyId}/executions/${executionId}`;
    expect((await world.api.get(path)).body).toMatchObject({ status: 'RUNNING', retries: 2 });
  });

  test('ends for the goal that the person reached since', async () => {
    const goalEventName = 'bought';
    const person = await createSubject(world);
    const journey = await publishJourney(world, [{ id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' }, end], {
      goalEventName,
      goalEventWindowDays: 7,
    });
    await trackEvent(world, journey.eventName, person.visitorId);
    const id = idOf(await executionWith(journey.id, 'RUNNING'));
    await fail(id);
    await trackEvent(world, goalEventName, person.visitorId);
    expect((await retry(journey.id, id)).body).toMatchObject({ status: 'RUNNING', goalReached: true });
    await startWorker();
    expect(await executionWith(journey.id, 'COMPLETED')).toMatchObject({ exitReason: 'goal' });
  });

  test('is refused with the reason if its person or journey no longer allows it', async () => {
    const steps = [{ id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' }, end];
    const [person, other] = [await createSubject(world), await createSubject(world)];
    const journey = await publishJourney(world, steps);
    const start = async (endUserId: string): Promise<string> =>
      idOf((await world.api.post(`/api/journeys/${journey.id}/executions`, { endUserId })).body as never);
    const [first, running] = [await start(person.id), await start(other.id)];
    const refusal = async (id: string) => {
      const { status: code, body } = await retry(journey.id, id);
      return [code, (body as { error: string }).error];
    };
    expect(await refusal(running)).toEqual([409, 'Only a failed execution can be retried. This execution is running.']);
    expect((await retry(journey.id, 'exe_none')).status).toBe(404);

    await fail(first);
    const second = await start(person.id);
    expect(await refusal(first)).toEqual([409, expect.stringContaining('another execution of this journey')]);
    await fail(second);
    expect((await retry(journey.id, first)).status).toBe(200);

    await fail(running);
    const erased = { workspaceId: world.demo.workspaceId, endUserId: other.id };
    expect((await internalApi(world).post('/api/journeys/internal/forget-end-user', erased)).status).toBe(202);
    expect(await refusal(running)).toEqual([409, expect.stringContaining('was erased')]);
    await world.api.post(`/api/journeys/${journey.id}/archive`);
    expect(await refusal(second)).toEqual([409, expect.stringContaining('archived')]);
  });
});
