import {
  CancellationScope,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  TemporalFailure,
} from '@temporalio/workflow';
import type { RecordedEnding } from '../activities/journeys';
import { advance, arriveAt, type ActiveStep, type Position } from '../domain/journeys/advance';
import type { Plan } from '../domain/journeys/steps/registry';
import {
  haltReasons,
  stepPendingSignal,
  type HaltReason,
  type JourneyExecutionInput,
  type JourneyExecutionResult,
  type StepPendingSignal,
} from './contract/journey-execution';
import { receiveEventSignals, type EventSignals } from './event-signals';
import { arrive, performerOf, type StepCarryOver } from './journey-steps';
import { journeys, namesRests, type RunManner } from './run-manner';

/**
 * Runs one subject through the steps of one journey version, from `fromStepId` until an exit or the goal. The reducer
 * selects each next step. Activities perform the steps, and record the current step in the same transaction as their
 * result.
 */
export async function journeyRun(input: JourneyExecutionInput): Promise<JourneyExecutionResult> {
  try {
    return await run(input, namesRests(input.fromStepId), receiveEventSignals());
  } catch (error) {
    // Any other error is a bug in this code. It fails the workflow task, which is retried, so that a fixed worker can
    // continue.
    if (!(error instanceof TemporalFailure)) throw error;
    const canceled = isCancellation(error);
    const recorded = await CancellationScope.nonCancellable(() =>
      recordEnding(input, {
        status: canceled ? 'CANCELED' : 'FAILED',
        reason: canceled ? 'canceled' : 'failed',
      }),
    );
    setCurrentDetails(`Ended: ${recorded?.reason ?? (canceled ? 'canceled' : 'failed')}.`);
    throw error;
  }
}

async function run(
  input: JourneyExecutionInput,
  manner: RunManner,
  signals: EventSignals,
): Promise<JourneyExecutionResult> {
  let position = arriveAt(input.plan, input.fromStepId);
  let carryOver: StepCarryOver = {};
  let pendingStepId: string | undefined;
  const showPending = (): void => {
    if (position.status !== 'running' || position.step.id !== pendingStepId) return;
    manner.pend(pendingStepId);
    setCurrentDetails(details(input.plan, position.step, 'for over a minute; see the pending activity'));
  };
  setHandler(defineSignal<[StepPendingSignal]>(stepPendingSignal), ({ stepId }) => {
    pendingStepId = stepId;
    showPending();
  });
  while (position.status === 'running') {
    const { step }: Extract<Position, { status: 'running' }> = position;
    setCurrentDetails(details(input.plan, step));
    // The signal can arrive before the workflow task in which the execution enters the step.
    showPending();
    if (signals.goalReached()) return halt(input, step.id);
    const done = await performerOf(step).perform(input, step, { carryOver, signals, manner });
    if (done.outcome === null) return halt(input, step.id);
    position = advance(input.plan, step.id, done.outcome);
    carryOver = done.carryOver;
  }
  const { stepId, ending } = position;
  // An activity that ends the execution records the end with its own result. An end after a wait is not recorded yet.
  if (carryOver.leftStepId !== undefined || (ending === 'exit' && stepId === input.fromStepId)) {
    const { halted } = await arrive(input, manner, { stepId, leftStepId: carryOver.leftStepId });
    if (halted === true) return halt(input, stepId);
  }
  setCurrentDetails(`Ended at step **${stepId}** (${ending}).`);
  return { endedAt: stepId, ending };
}

/**
 * Ends an execution that reached its goal or was ended from outside. The execution's record has the reason, because it
 * may be newer than the signals.
 */
async function halt(input: JourneyExecutionInput, stepId: string): Promise<JourneyExecutionResult> {
  const ending = haltReasonOf(await recordEnding(input, { status: 'COMPLETED', reason: 'goal' }));
  setCurrentDetails(
    ending === 'goal' ? `Reached its goal at step **${stepId}**.` : `Ended at step **${stepId}** (${ending}).`,
  );
  return { endedAt: stepId, ending };
}

/** @param recorded undefined if an earlier release recorded the ending, null if the execution does not exist */
function haltReasonOf(recorded: RecordedEnding | null | undefined): HaltReason {
  if (recorded === undefined || recorded?.status === 'COMPLETED') return 'goal';
  return haltReasons.find((reason) => reason === recorded?.reason) ?? 'ended';
}

function recordEnding(
  { workspaceId, executionId }: JourneyExecutionInput,
  ending: { status: 'COMPLETED' | 'CANCELED' | 'FAILED'; reason: string },
): Promise<RecordedEnding | null | undefined> {
  return journeys.recordEnding.executeWithOptions({ summary: 'record how the execution ended' }, [
    { workspaceId, executionId, ...ending },
  ]);
}

/**
 * Returns the summary of the execution for the Temporal UI.
 * @param since how long the step has been pending
 */
function details(plan: Plan, step: ActiveStep, since = ''): string {
  const place = plan.findIndex(({ id }) => id === step.id) + 1;
  return `At step **${step.id}** (${`${performerOf(step).describe(step)} ${since}`.trim()}), ${place} of ${plan.length}. Then ${ways(step)}.`;
}

/** Lists every exit of a step, with its condition if there is one. */
function ways(step: ActiveStep): string {
  const always = 'arms' in step ? step.arms.map(({ next }) => next) : [step.next];
  const otherwise = [
    'else' in step ? `else **${step.else}**` : null,
    'timeoutNext' in step ? `**${step.timeoutNext}** at the timeout` : null,
    'onFailure' in step ? `**${step.onFailure}** if it fails` : null,
  ];
  return [...always.map((next) => `**${next}**`), ...otherwise.filter((way) => way !== null)].join(', or ');
}
