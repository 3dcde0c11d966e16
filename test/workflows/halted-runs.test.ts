import { workflowsEnded } from '../../telemetry/counters';
import { startJourneyWorkflow } from '../../worker/journey-workflows';
import { journeyWorkflowId } from '../../workflows/contract/journey-execution';
import { createCommunication } from '../support/journeys';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { useWorld } from '../support/world';
import { createExecutionAt } from '../support/executions';

/**
 * Executions with a recorded end and a workflow that still runs, as when Temporal refuses the cancellation. Each kind
 * of step detects it.
 */

const world = useWorld();
let receiver: WebhookReceiver;

/** Execution ids by kind of step and state. */
const runs = new Map<string, string>();
/** Number of ended executions by outcome before the tests, because the process keeps its counters. */
const before = new Map<string, number>();

const pause = { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' };
const end = { id: 'end', kind: 'exit' };
const isPro = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
const kinds = {
  send: async () => ({ kind: 'send', communicationId: await createCommunication(world, 'Halted'), next: 'pause' }),
  wait: () => ({ kind: 'wait', duration: 'P1D', next: 'end' }),
  'event wait': () => ({
    kind: 'wait',
    untilEvent: { eventName: 'paid', timeout: 'P1D', timeoutNext: 'pause' },
    next: 'end',
  }),
  branch: () => ({ kind: 'branch', arms: [{ id: 'pro', when: isPro, next: 'pause' }], else: 'pause' }),
  experiment: () => ({ kind: 'experiment', arms: ['a', 'b'].map((id) => ({ id, weight: 0.5, next: 'pause' })) }),
  webhook: () => ({ kind: 'webhook', url: `http://${receiver.host}/`, next: 'pause' }),
};
type Kind = keyof typeof kinds;

const states = {
  archived: { cancel_reason: 'archived' },
  canceled: { cancel_reason: 'canceled' },
  erased: { cancel_reason: 'erased' },
  goal: { goal_event_id: 'evt_goal' },
  terminated: { status: 'TERMINATED', exit_reason: 'terminated', ended_at: new Date() },
};
type State = keyof typeof states;

const cases: [Kind, State][] = [
  ...(Object.keys(kinds) as Kind[]).flatMap((kind): [Kind, State][] => [
    [kind, 'archived'],
    [kind, 'goal'],
  ]),
  ['send', 'canceled'],
  ['webhook', 'erased'],
  ['branch', 'terminated'],
];

/** The expected outcomes of all cases. */
const outcomes = { archived: 6, goal: 6, canceled: 1, erased: 1, ended: 1, exit: 0 };

/** Creates an execution at a step without a worker for its workflow, then records its end. */
async function start(kind: Kind, state: State): Promise<string> {
  const { workspaceId } = world.demo;
  const step = { id: 'here', ...(await kinds[kind]()) };
  const isUsed = JSON.stringify(step).includes('"pause"');
  const { executionId } = await createExecutionAt(world, 'here', [step, ...(isUsed ? [pause] : []), end]);
  await startJourneyWorkflow(
    { client: world.temporal, database: world.database, publicUrl: 'http://apex.test' },
    workspaceId,
    executionId,
  );
  await world.database('executions').where({ id: executionId }).update(states[state]);
  return executionId;
}

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  for (const [kind, state] of cases) runs.set(`${kind} ${state}`, await start(kind, state));
  for (const outcome of Object.keys(outcomes)) before.set(outcome, await endedBy(outcome));
  await world.startWorker({ WEBHOOK_ALLOW_HOSTS: receiver.host });
});

afterAll(() => receiver.stop());

const endedBy = async (outcome: string): Promise<number> => {
  const { values } = await workflowsEnded.get();
  return values.find(({ labels }) => labels['type'] === 'journey' && labels['outcome'] === outcome)?.value ?? 0;
};

test.each(cases)('an execution at a %s that is recorded as %s ends accordingly', async (kind, state) => {
  const executionId = runs.get(`${kind} ${state}`)!;
  const handle = world.temporal.workflow.getHandle(journeyWorkflowId(executionId));
  const ending = state === 'terminated' ? 'ended' : state;
  expect(await handle.result()).toEqual({ endedAt: 'here', ending });
  const details = await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
  expect(details.currentDetails).toBe(
    state === 'goal' ? 'Reached its goal at step **here**.' : `Ended at step **here** (${ending}).`,
  );
  const row = await world.database('executions').where({ id: executionId }).first('status', 'exit_reason');
  const status = { goal: 'COMPLETED', terminated: 'TERMINATED' }[state as string] ?? 'CANCELED';
  expect(row).toEqual({ status, exit_reason: state });
  expect(await world.database('sends').where({ execution_id: executionId })).toEqual([]);
});

test('the metric counts executions by outcome, and no webhook was called', async () => {
  for (const executionId of runs.values()) {
    await world.temporal.workflow.getHandle(journeyWorkflowId(executionId)).result();
  }
  for (const [outcome, count] of Object.entries(outcomes)) {
    expect([outcome, await endedBy(outcome)]).toEqual([outcome, before.get(outcome)! + count]);
  }
  expect(receiver.calls).toEqual([]);
});
