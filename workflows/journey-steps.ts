import { ActivityCancellationType, patched, proxyActivities } from '@temporalio/workflow';
import type { EmailActivities, JourneyActivities, WebhookActivities } from '../activities';
import type { Outcome } from '../domain/journeys/plan';
import type { Place, StepView } from '../domain/journeys/place';
import { maxTimerMs } from '../domain/journeys/steps/wait/limits';
import type { ExecutionName } from './contract/journey-execution';
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
  /** The next place, if an activity has reported it. */
  place?: Place;
}

export interface StepContext {
  name: ExecutionName;
  /** Whether activities report the place after the step. */
  showsPlace: boolean;
  carryOver: StepCarryOver;
  signals: EventSignals;
  manner: RunManner;
}

const halted: StepResult = { outcome: null, carryOver: {} };

/** Performs the step of an execution. */
export function performStep(step: StepView, context: StepContext): Promise<StepResult> {
  if (step.decides !== undefined) return performDecided(step, context);
  if (step.kind === 'send') return performSend(step, context);
  if (step.kind === 'webhook') return performWebhook(step, context);
  return step.awaitsEvent === true ? performEventWait(step, context) : performWait(step, context);
}

/** Returns the input of the activity that performs a step. */
const requestOf = (
  { id: stepId }: StepView,
  { name: { workspaceId, executionId }, showsPlace, carryOver: { leftStepId } }: StepContext,
) => ({ workspaceId, executionId, stepId, leftStepId, ...(showsPlace ? { showsPlace: true as const } : {}) });

/**
 * Returns the options of an activity that has an effect outside. When it is canceled, `journey` waits for its end, so that
 * the next action on the step follows it.
 */
const optionsOf = (step: StepView, { showsPlace }: StepContext) => ({
  ...summaryOf(step),
  ...(showsPlace ? { cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED } : {}),
});

/** Names a step and what is done at it, for the timeline in the Temporal UI. */
const summaryOf = ({ title, action }: StepView, done = action): { summary: string } => ({
  summary: `${title} (${done})`,
});

interface Performed {
  outcome?: Outcome | null;
  resumesAt?: string;
  halted?: true;
  place?: Place;
}

/** Returns the result of a step that an activity has performed. */
function resultOf({ outcome = null, resumesAt, halted: isHalted, place }: Performed): StepResult {
  if (isHalted === true) return halted;
  return { outcome, carryOver: { resumesAt }, ...(place === undefined ? {} : { place }) };
}

/** During quiet hours, waits for their end and then decides again with the current state. */
async function performSend(step: StepView, context: StepContext): Promise<StepResult> {
  const { signals, manner } = context;
  for (;;) {
    const result = await email.performSend.executeWithOptions(optionsOf(step, context), [requestOf(step, context)]);
    if (result.halted === true || result.outcome !== undefined) return resultOf(result);
    const ms = Math.max(1_000, Date.parse(result.deferredUntil ?? '') - Date.now());
    manner.rest(step.id, ms);
    await signals.sleep({ ms, ...summaryOf(step, 'quiet hours before it'), forEvent: false });
    if (signals.goalReached()) return halted;
  }
}

async function performWait(step: StepView, context: StepContext): Promise<StepResult> {
  const { signals, manner } = context;
  const arrival = await arriveAtWait(step, context);
  if (arrival.halted === true) return halted;
  const until = arrival.resumesAt;
  let waitMs = Math.max(0, Date.parse(until ?? '') - Date.now());
  manner.rest(step.id, waitMs);
  while (needsSeveralTimers(waitMs)) {
    await signals.sleep({ ms: maxTimerMs, ...summaryOf(step), forEvent: false });
    if (signals.goalReached()) return halted;
    waitMs = Math.max(0, Date.parse(until ?? '') - Date.now());
  }
  if (waitMs > 0) await signals.sleep({ ms: waitMs, ...summaryOf(step), forEvent: false });
  if (signals.goalReached()) return halted;
  return { outcome: { kind: 'elapsed' }, carryOver: { leftStepId: step.id } };
}

/** Temporal never fires a timer of about a century. Executions that already started such a timer keep it. */
const needsSeveralTimers = (waitMs: number): boolean => waitMs > maxTimerMs && patched('several-timers-for-long-waits');

/** The database decides whether the event arrived in time. The signal and the timer only trigger the query. */
async function performEventWait(step: StepView, context: StepContext): Promise<StepResult> {
  const { signals, manner } = context;
  const arrival = await arriveAtWait(step, context);
  if (arrival.halted === true) return halted;
  const until = arrival.resumesAt;
  const request = { ...requestOf(step, context), leftStepId: undefined };
  for (;;) {
    const waitMs = Math.max(0, Date.parse(until ?? '') - Date.now());
    // A signal can arrive before the activity that found no event returns. Check for it before sleeping.
    const isPending = signals.hasPending();
    if (!isPending) manner.rest(step.id, waitMs);
    if (waitMs > 0 && !isPending) await signals.sleep({ ms: waitMs, ...summaryOf(step), forEvent: true });
    if (signals.goalReached()) return halted;
    signals.markQueried();
    const left = await manner.move('leaveEventWait', summaryOf(step, 'look for its event'), request);
    if (left.halted === true || left.outcome !== null) return resultOf(left);
  }
}

/** Performs a step that changes only the database. */
async function performDecided(step: StepView, context: StepContext): Promise<StepResult> {
  const activity = step.decides === 'arm' ? 'chooseArm' : 'performStep';
  return resultOf(await context.manner.move(activity, summaryOf(step), requestOf(step, context)));
}

async function performWebhook(step: StepView, context: StepContext): Promise<StepResult> {
  return resultOf(
    await webhooks.performWebhook.executeWithOptions(optionsOf(step, context), [requestOf(step, context)]),
  );
}

/** Leaves a step for an operator: skips it, or moves on from a wait. */
export async function leaveStep(
  step: StepView,
  context: StepContext,
  { action, by }: { action: 'skip_step' | 'move_on'; by: string | undefined },
): Promise<StepResult & { outcome: Outcome }> {
  const summary = summaryOf(step, action === 'skip_step' ? 'skipped by an operator' : 'ended by an operator');
  const left = await context.manner.move('leaveStep', summary, { ...requestOf(step, context), action, by });
  return { ...resultOf(left), outcome: left.outcome };
}

/** Records that an operator retries a step. */
export function retryStep(step: StepView, { name, manner }: StepContext, by: string | undefined): Promise<void> {
  const { workspaceId, executionId } = name;
  const input = { workspaceId, executionId, stepId: step.id, by };
  return manner.move('recordRetry', summaryOf(step, 'retried by an operator'), input);
}

type Arrival = Awaited<ReturnType<JourneyActivities['arriveAtStep']>>;

/** Records the arrival at a wait, unless the activity before it has. */
function arriveAtWait(step: StepView, { name, manner, carryOver }: StepContext): Arrival | Promise<Arrival> {
  const { leftStepId, resumesAt } = carryOver;
  return resumesAt === undefined ? arrive(name, manner, { stepId: step.id, leftStepId }, step.title) : { resumesAt };
}

/** Records that the execution is at a step, and that the previous wait is over. */
export function arrive(
  { workspaceId, executionId }: ExecutionName,
  { move }: RunManner,
  { stepId, leftStepId }: { stepId: string; leftStepId: string | undefined },
  title = stepId,
) {
  return move('arriveAtStep', { summary: `${title} (arrive)` }, { workspaceId, executionId, stepId, leftStepId });
}
