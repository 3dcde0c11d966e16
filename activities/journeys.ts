import { Context as Activity } from '@temporalio/activity';
import type { Place } from '../domain/journeys/place';
import type { ExecutionStatus } from '../domain/journeys/schemas';
import { recordEnding } from '../operations/journeys/end-execution';
import { leaveEventWait, type LeftEventWait } from '../operations/journeys/leave-event-wait';
import {
  arriveAtStep,
  locate,
  type PerformedStep,
  type Resumption,
  type StepInput,
} from '../operations/journeys/move-execution';
import { leaveStep, recordRetry, type LeaveStepInput, type LeftStep } from '../operations/journeys/leave-step';
import { performStep } from '../operations/journeys/perform-step';
import { resendUnknown } from '../operations/journeys/resend-message';
import type { Context } from '../operations/ports';
import { withFailures } from './attempt';

interface EndingInput {
  workspaceId: string;
  executionId: string;
  status: 'COMPLETED' | 'CANCELED' | 'FAILED';
  reason: string;
  /** The type and the text of the error that the execution failed with. */
  cause?: string;
  message?: string;
  /** The operator who ends it, for the audit log. */
  by?: string;
  /** How often the execution was retried before the run that ends. Missing for its first run. */
  retries?: number;
}

interface ResendRequest {
  workspaceId: string;
  journeyId: string;
  executionId: string;
  stepId: string;
  /** The operator who requests it. */
  by: string;
}

export interface RecordedEnding {
  status: ExecutionStatus;
  reason: string | null;
}

/** Activities that move an execution and change only the database. All are safe to repeat. */
export function createJourneyActivities(context: Pick<Context, 'database'>) {
  return {
    /** Records that an execution is at a step, as {@link arriveAtStep}. */
    arriveAtStep: (input: StepInput): Promise<Resumption> => withFailures(() => arriveAtStep(context, input)),

    /** Finds the place after a step, as {@link locate}. */
    locate: (input: Parameters<typeof locate>[1]): Promise<Place> => withFailures(() => locate(context, input)),

    /** Performs a step with arms, as {@link performStep}. */
    chooseArm: (input: StepInput): Promise<PerformedStep> => withFailures(() => performStep(context, input)),

    /** Performs any other step that changes only the database, as {@link performStep}. */
    performStep: (input: StepInput): Promise<PerformedStep> => withFailures(() => performStep(context, input)),

    /** Leaves a step for an operator, as {@link leaveStep}. */
    leaveStep: (input: LeaveStepInput): Promise<LeftStep> => withFailures(() => leaveStep(context, input)),

    /** Records that an operator retried a step, as {@link recordRetry}. */
    recordRetry: (input: Parameters<typeof recordRetry>[1]): Promise<void> =>
      withFailures(() => recordRetry(context, input)),

    /** Sends a message with an unknown outcome again, as {@link resendUnknown}. */
    resendUnknown: ({ workspaceId, by, ...name }: ResendRequest): Promise<void> =>
      withFailures(() => resendUnknown(context, { workspaceId, id: by, role: 'admin' }, name)),

    /**
     * Leaves a wait for an event, as {@link leaveEventWait}. If the wait is over by the workflow's clock but not by the
     * database's, the result is delayed.
     */
    leaveEventWait: (input: StepInput): Promise<LeftEventWait> =>
      withFailures(async () => {
        const { left, openUntil } = await leaveEventWait(context, input);
        await sleepForSlowerClock(openUntil);
        return left;
      }),

    /**
     * Records how an execution ended, other than at a step. One that is being canceled ends for that reason. One that was
     * retried since stays as it is.
     * @returns the recorded ending, which may be an earlier one; null if there is no such execution
     */
    async recordEnding(input: EndingInput): Promise<RecordedEnding | null> {
      const { workspaceId, executionId, by, retries = 0, ...ending } = input;
      const ended = await recordEnding(context, { workspaceId, executionId }, { ...ending, retries }, by);
      return ended === null ? null : { status: ended.status, reason: ended.exitReason };
    },
  };
}

/** Milliseconds. A local activity times out after ten seconds. */
const longestSleepMs = 1_000;
/** Milliseconds by which clocks can differ without a time service. */
const usualSkewMs = 60_000;

/**
 * Sleeps if a wait is over by the workflow's clock but not by PostgreSQL's, which decides. Otherwise the workflow would
 * repeat the activity immediately, many times. The workflow's clock is Temporal's, which an activity can only estimate:
 * the wait may be over by it if it is over by this process's clock or ends soon.
 * Returns early if the activity is canceled.
 * @param end the end of the wait, and milliseconds until then by PostgreSQL's clock
 */
async function sleepForSlowerClock(end: { at: Date; inMs: number } | null): Promise<void> {
  if (end === null || end.inMs <= 0) return;
  if (end.inMs > usualSkewMs && end.at.getTime() > Date.now()) return;
  await Activity.current()
    .sleep(Math.min(Math.ceil(end.inMs), longestSleepMs))
    .catch(() => undefined);
}
