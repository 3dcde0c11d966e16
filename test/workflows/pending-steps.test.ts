import { Readable } from 'node:stream';
import { Worker } from '@temporalio/worker';
import { createJourneyActivities } from '../../activities/journeys';
import { planOf } from '../../domain/journeys/steps/registry';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { reconcileExecutions } from '../../operations/journeys/reconcile-executions';
import type { Workflows } from '../../operations/workflows-port';
import { createWorkflows } from '../../worker/workflow-client';
import { journeyWorkflowId, stepPendingSignal } from '../../workflows/contract/journey-execution';
import { taskQueues, workflowTypes } from '../../workflows/contract/names';
import { withJourneyWorker } from '../support/journey-worker';
import { createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld, type World } from '../support/world';
import { createExecutionAt, insertExecutionAt } from '../support/executions';

const world = useWorld();

const reconcile = (workflows: Workflows) =>
  reconcileExecutions(
    { ...world, workflows, signal: new AbortController().signal },
    { limit: 100, recheckAfterSeconds: 60 },
  );
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

afterAll(() => receiver.stop());

const isPro = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
const stepsOf = () => [
  { id: 'which', kind: 'branch', arms: [{ id: 'pro', when: isPro, next: 'call' }], else: 'call' },
  { id: 'call', kind: 'webhook', url: `http://${receiver.host}/`, timeoutSeconds: 60, next: 'end' },
  { id: 'end', kind: 'exit' },
];

/** Sets the entry into the execution's open steps to two minutes earlier. */
const backdate = (executionId: string) =>
  world
    .database('execution_steps')
    .where({ execution_id: executionId })
    .whereNull('left_at')
    .update({ entered_at: new Date(Date.now() - 120_000) });

async function stepNamed(executionId: string): Promise<unknown> {
  const { searchAttributes } = await world.temporal.workflow.getHandle(journeyWorkflowId(executionId)).describe();
  return searchAttributes['CurrentStepId']?.[0];
}

async function detailsOf(executionId: string): Promise<string> {
  const handle = world.temporal.workflow.getHandle(journeyWorkflowId(executionId));
  return (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
}

const historyOf = (executionId: string) =>
  world.temporal.workflow.getHandle(journeyWorkflowId(executionId)).fetchHistory();

async function pendingSignals(executionId: string): Promise<number> {
  const { events } = await historyOf(executionId);
  return (events ?? []).filter(
    ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === stepPendingSignal,
  ).length;
}

const pendingDetails = 'At step **call** (webhook for over a minute; see the pending activity), 2 of 3.';

describe('with a worker', () => {
  let worker: Awaited<ReturnType<World['startWorker']>>;

  beforeAll(async () => {
    // Without the queue "maintenance", whose own rounds would signal first.
    worker = await world.startWorker({ WEBHOOK_ALLOW_HOSTS: receiver.host, WORKER_QUEUES: 'journeys,email,webhooks' });
  });

  afterAll(() => worker.stop());

  test.each([
    ['never answers', () => undefined],
    ['fails again and again', status(503, { 'retry-after': '240' })],
  ] as const)('an execution is found by its step when the webhook %s', async (_, responder) => {
    receiver.respondWith(responder);
    receiver.calls.length = 0;
    const workflows = createWorkflows(world.temporal, world.namespace);
    const journey = await publishJourney(world, stepsOf());
    const person = await createSubject(world);
    await trackEvent(world, journey.eventName, person.visitorId);
    await waitFor(() => receiver.calls.length > 0, { what: 'the call' });
    const [execution] = await executionsOf(world, journey.id);
    const id = String(execution?.['workflowId']).replace('journey/', '');
    await reconcile(workflows);
    expect([await stepNamed(id), await pendingSignals(id)]).toEqual(['which', 0]);
    expect(await detailsOf(id)).toMatch(/^At step \*\*call\*\* \(webhook\)/);

    await backdate(id);
    expect(await reconcile(workflows)).toMatchObject({ pending: 1 });
    await waitFor(async () => (await stepNamed(id)) === 'call', { what: 'the step to be named' });
    expect(await detailsOf(id)).toContain(pendingDetails);
    const query = `JourneyId="${journey.id}" and CurrentStepId="call"`;
    await waitFor(async () => (await world.temporal.workflow.count(query)).count === 1, {
      what: 'the run to be found',
    });

    expect(await reconcile(workflows)).toMatchObject({ pending: 0 });
    expect(await pendingSignals(id)).toBe(1);
    const workflowBundle = { codePath: process.env['WORKFLOW_BUNDLE'] ?? '' };
    await Worker.runReplayHistory({ workflowBundle }, await historyOf(id), journeyWorkflowId(id));
    await world.api.post(`/api/journeys/${journey.id}/executions/${id}/cancel`);
    await waitFor(async () => (await executionsOf(world, journey.id))[0]?.['status'] === 'CANCELED');
  });
});

test('an execution is found by its step when no worker takes the call', async () => {
  const { workspaceId } = world.demo;
  const steps = stepsOf();
  const { executionId: id, journeyId } = await createExecutionAt(world, 'which', steps);
  const activitiesOf = () => ({ ...createJourneyActivities({ database: world.database }) });
  const plan = planOf(steps as JourneyStep[]);
  await withJourneyWorker(world, activitiesOf, async (client) => {
    await client.workflow.start(workflowTypes.journeyRun, {
      taskQueue: taskQueues.journeys,
      workflowId: journeyWorkflowId(id),
      args: [{ workspaceId, executionId: id, journeyId, version: 1, fromStepId: 'which', plan }],
      searchAttributes: { CurrentStepId: ['which'] },
    });
    const isAtCall = async () => (await backdate(id)) === 1;
    await waitFor(isAtCall, { what: 'the run to be at the call' });
    expect(await reconcile(createWorkflows(client, client.options.namespace))).toMatchObject({ pending: 1 });
    await waitFor(async () => (await detailsOf(id)).includes(pendingDetails), { what: 'the details' });
    expect(await stepNamed(id)).toBe('call');
    await client.workflow.getHandle(journeyWorkflowId(id)).terminate();
  });
});

test('steps of ended executions, waits and sends in quiet hours receive no signal', async () => {
  const { workspaceId } = world.demo;
  const { id: journeyId } = await publishJourney(world, stepsOf());
  const { id: endUserId } = await createSubject(world);
  const step = { workspace_id: workspaceId, status: 'waiting', entered_at: new Date(0) };
  const ids = [];
  for (const fields of [
    { step_id: 'ended', kind: 'webhook' },
    { step_id: 'pause', kind: 'wait', resumes_at: new Date(Date.now() + 3_600_000) },
    { step_id: 'mail', kind: 'send', deferred_reason: 'quiet_hours' },
  ]) {
    const executionId = await insertExecutionAt(world, { journeyId, endUserId, stepId: fields.step_id });
    await world.database('execution_steps').insert({ ...step, ...fields, execution_id: executionId });
    ids.push(executionId);
  }
  await world.database('executions').where({ id: ids[0] }).update({ status: 'CANCELED', ended_at: new Date() });
  const signaled: string[] = [];
  const workflows = {
    describe: () => Promise.resolve('running'),
    listClosed: () => Readable.from([]),
    signalStepPending: (executionId: string) => Promise.resolve(void signaled.push(executionId)),
    isHistoryRunning: () => Promise.resolve(true),
  } satisfies Partial<Workflows>;
  expect(await reconcile(workflows as unknown as Workflows)).toMatchObject({ pending: 0 });
  expect(signaled).toEqual([]);
  const marked = await world
    .database('execution_steps')
    .whereIn('execution_id', ids)
    .whereNotNull('pending_signaled_at');
  expect(marked.map(({ step_id }: { step_id: string }) => step_id)).toEqual(['ended']);
  // They have no workflow, so the reconciler of another test would start one.
  await world.database('executions').whereIn('id', ids).update({ status: 'CANCELED', ended_at: new Date() });
});
