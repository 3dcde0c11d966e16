import { patched, proxyActivities } from '@temporalio/workflow';
import type { EmailActivities, JourneyActivities, WebhookActivities } from '../activities';
import type { ActiveStep } from '../domain/journeys/advance';
import type { Outcome } from '../domain/journeys/plan';
import type { DecidedKind } from '../domain/journeys/steps/registry';
import { maxTimerMs } from '../domain/journeys/steps/wait/limits';
import type { JourneyExecutionInput } from './contract/journey-execution';
import { taskQueues } from './contract/names';
import type { EventSignals } from './event-signals';
import { retry, type RunManner } from './run-manner';

/** Performs the steps of an execution with activities, timers and signals. */

const email = proxyActivities<EmailActivities>({
  taskQueue: taskQueues.email,
  startToCloseTimeout: '2m',
  heartbeatTimeout: '5s',
  retry,
});

const webhooks = proxyActivities<WebhookActivities>({
  taskQueue: taskQueues.webhooks,
  startToCloseTimeout: '90s',
  heartbeatTimeout: '10s',
  retry,
});

type StepOf<Kind extends ActiveStep['kind']> = Extract<ActiveStep, { kind: Kind }>;

/** State that an execution carries from step to step, in addition to the current step. */
export interface StepCarryOver {
  /** A wait that is over but not recorded as left. The next activity records it. */
  leftStepId?: string;
  /** End of the current wait, if an activity has reported it. */
  resumesAt?: string;
}

/** Result of a step. The outcome is null if the execution ends there: it reached its goal or was ended from outside. */
export interface StepResult {
  outcome: Outcome | null;
  carryOver: StepCarryOver;
}

type Arrival = Awaited<ReturnType<JourneyActivities['arriveAtStep']>>;

interface StepContext {
  carryOver: StepCarryOver;
  signals: EventSignals;
  manner: RunManner;
}

const halted: StepResult = { outcome: null, carryOver: {} };

interface Performer<Step extends ActiveStep = ActiveStep> {
  perform(input: JourneyExecutionInput, step: Step, context: StepContext): Promise<StepResult>;
  /** Describes what an execution does at the step, for operators. */
  describe(step: Step): string;
}

/** During quiet hours, waits for their end and then decides again with the current state. */
async function performSend(
  { workspaceId, executionId }: JourneyExecutionInput,
  step: StepOf<'send'>,
  { carryOver: { leftStepId }, signals, manner }: StepContext,
): Promise<StepResult> {
  for (;;) {
    const result = await email.performSend.executeWithOptions({ summary: `send ${step.id}` }, [
      { workspaceId, executionId, stepId: step.id, leftStepId },
    ]);
    if (result.halted === true) return halted;
    if (result.outcome !== undefined) return { outcome: result.outcome, carryOver: { resumesAt: result.resumesAt } };
    const ms = Math.max(1_000, Date.parse(result.deferredUntil ?? '') - Date.now());
    manner.rest(step.id, ms);
    await signals.sleep({ ms, summary: `quiet hours before ${step.id}`, forEvent: false });
    if (signals.goalReached()) return halted;
  }
}

async function performWait(
  input: JourneyExecutionInput,
  step: StepOf<'wait'>,
  { carryOver: { leftStepId, resumesAt }, signals, manner }: StepContext,
): Promise<StepResult> {
  const arrival: Arrival = resumesAt ? { resumesAt } : await arrive(input, manner, { stepId: step.id, leftStepId });
  if (arrival.halted === true) return halted;
  const until = arrival.resumesAt;
  let waitMs = Math.max(0, Date.parse(until ?? '') - Date.now());
  manner.rest(step.id, waitMs);
  while (needsSeveralTimers(waitMs)) {
    await signals.sleep({ ms: maxTimerMs, summary: `wait ${step.id}`, forEvent: false });
    if (signals.goalReached()) return halted;
    waitMs = Math.max(0, Date.parse(until ?? '') - Date.now());
  }
  if (waitMs > 0) await signals.sleep({ ms: waitMs, summary: `wait ${step.id}`, forEvent: false });
  if (signals.goalReached()) return halted;
  return { outcome: { kind: 'elapsed' }, carryOver: { leftStepId: step.id } };
}

/** Temporal never fires a timer of about a century. Executions that already started such a timer keep it. */
const needsSeveralTimers = (waitMs: number): boolean => waitMs > maxTimerMs && patched('several-timers-for-long-waits');

/** The database decides whether the event arrived in time. The signal and the timer only trigger the query. */
async function performEventWait(
  input: JourneyExecutionInput,
  step: StepOf<'wait'>,
  { carryOver: { leftStepId, resumesAt }, signals, manner }: StepContext,
): Promise<StepResult> {
  const { workspaceId, executionId } = input;
  const arrival: Arrival = resumesAt ? { resumesAt } : await arrive(input, manner, { stepId: step.id, leftStepId });
  if (arrival.halted === true) return halted;
  const until = arrival.resumesAt;
  for (;;) {
    const waitMs = Math.max(0, Date.parse(until ?? '') - Date.now());
    // A signal can arrive before the activity that found no event returns. Check for it before sleeping.
    const isPending = signals.hasPending();
    if (!isPending) manner.rest(step.id, waitMs);
    if (waitMs > 0 && !isPending) await signals.sleep({ ms: waitMs, summary: `wait ${step.id}`, forEvent: true });
    if (signals.goalReached()) return halted;
    signals.markQueried();
    const request = { workspaceId, executionId, stepId: step.id };
    const left = await manner.move('leaveEventWait', { summary: `leave ${step.id}` }, request);
    if (left.halted === true) return halted;
    if (left.outcome !== null) return { outcome: left.outcome, carryOver: { resumesAt: left.resumesAt } };
  }
}

/** Words for a kind of step, such as "update person". */
const wordsFor = ({ kind }: ActiveStep): string => kind.replaceAll('_', ' ');

/** How an execution performs a step that changes only the database. */
const decided: Performer = {
  async perform({ workspaceId, executionId }, step, { carryOver: { leftStepId }, manner }) {
    const request = { workspaceId, executionId, stepId: step.id, leftStepId };
    const [activity, words] =
      'arms' in step ? (['chooseArm', 'choose'] as const) : (['performStep', wordsFor(step)] as const);
    const performed = await manner.move(activity, { summary: `${words} at ${step.id}` }, request);
    if (performed.halted === true) return halted;
    return { outcome: performed.outcome, carryOver: { resumesAt: performed.resumesAt } };
  },
  describe: (step) => ('arms' in step ? 'choosing an arm' : wordsFor(step)),
};

/** How an execution performs each other kind of step. */
const performers: { [Kind in Exclude<ActiveStep['kind'], DecidedKind>]: Performer<StepOf<Kind>> } = {
  send: { perform: performSend, describe: () => 'sending' },
  wait: {
    perform: (input, step, context) =>
      step.timeoutNext === undefined ? performWait(input, step, context) : performEventWait(input, step, context),
    describe: (step) => `waiting ${step.duration ?? step.for ?? ''}`.trim(),
  },
  webhook: { perform: performWebhook, describe: () => 'calling a webhook' },
};

export const performerOf = ({ kind }: ActiveStep): Performer =>
  (performers as Partial<Record<ActiveStep['kind'], Performer>>)[kind] ?? decided;

async function performWebhook(
  { workspaceId, executionId }: JourneyExecutionInput,
  step: StepOf<'webhook'>,
  { carryOver: { leftStepId } }: StepContext,
): Promise<StepResult> {
  const called = await webhooks.performWebhook.executeWithOptions({ summary: `call ${step.id}` }, [
    { workspaceId, executionId, stepId: step.id, leftStepId },
  ]);
  if (called.halted === true) return halted;
  return { outcome: called.outcome, carryOver: { resumesAt: called.resumesAt } };
}

/** Records that the execution is at a step, and that the previous wait is over. */
export function arrive(
  { workspaceId, executionId }: JourneyExecutionInput,
  { move }: RunManner,
  { stepId, leftStepId }: { stepId: string; leftStepId: string | undefined },
) {
  const request = { workspaceId, executionId, stepId, leftStepId };
  return move('arriveAtStep', { summary: `arrive at ${stepId}` }, request);
}
