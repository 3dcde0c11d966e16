import {
  ApplicationFailure,
  CancellationScope,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  TemporalFailure,
  upsertMemo,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { RecordedEnding } from '../activities/journeys';
import { advance, arriveAt } from '../domain/journeys/advance';
import { placeOf, type Place, type StepView } from '../domain/journeys/place';
import {
  haltReasons,
  stepFailed,
  stepPendingSignal,
  type HaltReason,
  type ExecutionName,
  type JourneyExecutionInput,
  type JourneyExecutionResult,
  type JourneyInput,
  type StepPendingSignal,
} from './contract/journey-execution';
import { receiveEventSignals, type EventSignals } from './event-signals';
import {
  arrive,
  leaveStep,
  performStep,
  retryStep,
  type StepCarryOver,
  type StepContext,
  type StepResult,
} from './journey-steps';
import { receiveOperatorUpdates, type Operators, type Order } from './operator-updates';
import type { StepActionInput } from './contract/operator-updates';
import { journeys, namesRests, performLocally, retry, type RunManner } from './run-manner';

/** How an execution finds its next place. */
interface Route {
  first: Place;
  /** Whether activities report the place after their step, and the workflow keeps its last details after its end. */
  showsPlace: boolean;
  after(step: StepView, done: StepResult): Place | Promise<Place>;
}

/**
 * Runs one subject through the steps of one journey version, until an exit or the goal. Activities perform the steps,
 * select the next one with the reducer, and record it in the same transaction as their result.
 */
export function journey(input: JourneyInput): Promise<JourneyExecutionResult> {
  const { workspaceId, executionId, place: first } = input;
  return execute(input, {
    first,
    showsPlace: true,
    async after({ id: stepId, then }, { outcome, place }) {
      if (place !== undefined) return place;
      if (then !== undefined && outcome?.kind === 'elapsed') return then;
      // A worker of an earlier release performed the step.
      return performLocally(
        'locate',
        { summary: `next after ${stepId}` },
        { workspaceId, executionId, stepId, outcome },
      );
    },
  });
}

/** As `journey`, for executions that an earlier release started: the reducer runs in the workflow. */
export function journeyRun({ plan, fromStepId, ...name }: JourneyExecutionInput): Promise<JourneyExecutionResult> {
  return execute(name, {
    first: placeOf(plan, {}, arriveAt(plan, fromStepId)),
    showsPlace: false,
    after: ({ id }, { outcome }) => placeOf(plan, {}, advance(plan, id, outcome!)),
  });
}

async function execute(name: ExecutionName, route: Route): Promise<JourneyExecutionResult> {
  const operators = receiveOperatorUpdates((input) => resendUnknown(name, input));
  try {
    return await run(name, route, { signals: receiveEventSignals(), operators });
  } catch (error) {
    // Any other error is a bug in this code. It fails the workflow task, which is retried, so that a fixed worker can
    // continue.
    if (!(error instanceof TemporalFailure)) throw error;
    const canceled = isCancellation(error);
    const wanted: WantedEnding = canceled
      ? { status: 'CANCELED', reason: 'canceled' }
      : { status: 'FAILED', reason: 'failed', ...causeOf(error) };
    const recorded = await CancellationScope.nonCancellable(() => recordEnding(name, wanted));
    conclude(route, `Ended: ${recorded?.reason ?? (canceled ? 'canceled' : 'failed')}.`);
    if (route.showsPlace && !canceled) {
      upsertSearchAttributes([{ key: { name: 'FailureReason', type: 'KEYWORD' }, value: causeOf(error).cause }]);
    }
    throw error;
  } finally {
    await operators.finished();
  }
}

/** What an execution receives from outside. */
interface Inbox {
  signals: EventSignals;
  operators: Operators;
}

async function run(name: ExecutionName, route: Route, { signals, operators }: Inbox): Promise<JourneyExecutionResult> {
  let place = route.first;
  let carryOver: StepCarryOver = {};
  let pendingStepId: string | undefined;
  const firstId = place.status === 'running' ? place.step.id : place.stepId;
  const manner: RunManner = namesRests(firstId);
  const showPending = (): void => {
    if (place.status !== 'running' || place.step.id !== pendingStepId) return;
    manner.pend(pendingStepId);
    setCurrentDetails(details(place.step, ' for over a minute; see the pending activity'));
  };
  setHandler(defineSignal<[StepPendingSignal]>(stepPendingSignal), ({ stepId }) => {
    pendingStepId = stepId;
    showPending();
  });
  while (place.status === 'running') {
    const { step }: Extract<Place, { status: 'running' }> = place;
    setCurrentDetails(details(step));
    // The signal can arrive before the workflow task in which the execution enters the step.
    showPending();
    if (signals.goalReached()) return halt(name, route, step.id);
    const context = { name, showsPlace: route.showsPlace, carryOver, signals, manner };
    const done = await performUnlessOrdered(step, context, operators);
    if ('end' in done) return halt(name, route, step.id, done.end);
    if (done.outcome === null) return halt(name, route, step.id);
    place = await route.after(step, done);
    carryOver = done.carryOver;
  }
  const { stepId, ending } = place;
  // The activity has recorded the end. The workflow fails, so that operators find it.
  if (ending === 'failed') throw ApplicationFailure.nonRetryable(`Step "${stepId}" failed.`, stepFailed);
  // An activity that ends the execution records the end with its own result. An end after a wait is not recorded yet.
  if (carryOver.leftStepId !== undefined || (ending === 'exit' && stepId === firstId)) {
    const { halted } = await arrive(name, manner, { stepId, leftStepId: carryOver.leftStepId });
    if (halted === true) return halt(name, route, stepId);
  }
  conclude(route, `Ended at step **${stepId}** (${ending}).`);
  return { endedAt: stepId, ending };
}

/** Performs a step, and carries out the actions of operators on it. @returns with `end` the order to end the execution */
async function performUnlessOrdered(
  step: StepView,
  context: StepContext,
  operators: Operators,
): Promise<StepResult | { end: Order }> {
  for (;;) {
    const performed = await operators.perform(step, () => performStep(step, context));
    if ('done' in performed) return performed.done;
    const { order } = performed;
    const { action, by } = order;
    if (action === 'end') return { end: order };
    if (action === 'retry_now') {
      await retryStep(step, context, by);
      order.complete();
      continue;
    }
    const left = await leaveStep(step, context, { action, by });
    order.complete({ outcome: left.outcome.kind });
    return left;
  }
}

/**
 * Ends an execution that reached its goal or was ended from outside. The execution's record has the reason, because it
 * may be newer than the signals.
 * @param order of an operator to end it
 */
async function halt(name: ExecutionName, route: Route, stepId: string, order?: Order): Promise<JourneyExecutionResult> {
  const wanted: WantedEnding =
    order === undefined
      ? { status: 'COMPLETED', reason: 'goal' }
      : { status: 'CANCELED', reason: order.reason, by: order.by ?? 'system' };
  const ending = haltReasonOf(await recordEnding(name, wanted));
  order?.complete();
  const reason = order?.reason ?? ending;
  conclude(
    route,
    ending === 'goal' ? `Reached its goal at step **${stepId}**.` : `Ended at step **${stepId}** (${reason}).`,
  );
  return { endedAt: stepId, ending };
}

/** Shows how the execution ended. Only the memo is kept when the workflow is closed. */
function conclude({ showsPlace }: Route, text: string): void {
  setCurrentDetails(text);
  if (showsPlace) upsertMemo({ ended: text });
}

/** Returns the type of the first cause, such as `NotFound`, and its text. */
function causeOf(error: TemporalFailure): { cause: string; message: string } {
  const { cause } = error;
  if (cause instanceof TemporalFailure) return causeOf(cause);
  const type = error instanceof ApplicationFailure ? error.type : undefined;
  return { cause: type ?? error.name, message: error.message };
}

/** @param recorded undefined if an earlier release recorded the ending, null if the execution does not exist */
function haltReasonOf(recorded: RecordedEnding | null | undefined): HaltReason {
  if (recorded === undefined || recorded?.status === 'COMPLETED') return 'goal';
  return haltReasons.find((reason) => reason === recorded?.reason) ?? 'ended';
}

interface WantedEnding {
  status: 'COMPLETED' | 'CANCELED' | 'FAILED';
  reason: string;
  /** The type and the text of the error of a failure. */
  cause?: string;
  message?: string;
  /** The operator who ends it. */
  by?: string;
}

function recordEnding(
  { workspaceId, executionId, retries }: ExecutionName,
  ending: WantedEnding,
): Promise<RecordedEnding | null | undefined> {
  return journeys.recordEnding.executeWithOptions({ summary: 'record how the execution ended' }, [
    { workspaceId, executionId, ...(retries === undefined ? {} : { retries }), ...ending },
  ]);
}

/**
 * Returns the summary of the execution for the Temporal UI.
 * @param since how long the step has been pending
 */
const details = ({ title, action, position }: StepView, since = ''): string =>
  `At step **${title}** (${action}${since}), ${position}`;

const resendUnknown = (
  { workspaceId, executionId, journeyId }: ExecutionName,
  { stepId, by = 'system' }: StepActionInput,
): Promise<void> =>
  journeys.resendUnknown.executeWithOptions(
    { summary: `${stepId} (resend)`, retry: { ...retry, maximumAttempts: 5 } },
    [{ workspaceId, executionId, journeyId, stepId, by }],
  );
