import type { ExecutionStatus } from '../domain/journeys/schemas';
import { endExecution } from '../operations/journeys/end-execution';
import { leaveEventWait, type LeftEventWait } from '../operations/journeys/leave-event-wait';
import {
  arriveAtStep,
  type PerformedStep,
  type Resumption,
  type StepInput,
} from '../operations/journeys/move-execution';
import { performStep } from '../operations/journeys/perform-step';
import type { Context } from '../operations/ports';
import { withFailures } from './attempt';
import { sleepForSlowerClock } from './slower-clock';

interface EndingInput {
  workspaceId: string;
  executionId: string;
  status: 'COMPLETED' | 'CANCELED' | 'FAILED';
  reason: string;
}

export interface RecordedEnding {
  status: ExecutionStatus;
  reason: string | null;
}

/** Activities that move an execution on and change only the database. All are safe to repeat. */
export function createJourneyActivities(context: Pick<Context, 'database'>) {
  return {
    /** Records that an execution is at a step, as {@link arriveAtStep}. */
    arriveAtStep: (input: StepInput): Promise<Resumption> => withFailures(() => arriveAtStep(context, input)),

    /** Performs a step with arms, as {@link performStep}. */
    chooseArm: (input: StepInput): Promise<PerformedStep> => withFailures(() => performStep(context, input)),

    /** Performs any other step that changes only the database, as {@link performStep}. */
    performStep: (input: StepInput): Promise<PerformedStep> => withFailures(() => performStep(context, input)),

    /**
     * Leaves a wait for an event, as {@link leaveEventWait}. If only the database's clock says that the wait is not over, the
     * result comes a moment later.
     */
    leaveEventWait: (input: StepInput): Promise<LeftEventWait> =>
      withFailures(async () => {
        const { left, openUntil } = await leaveEventWait(context, input);
        await sleepForSlowerClock(openUntil);
        return left;
      }),

    /**
     * Records how an execution ended, other than at a step. One that is being canceled ends for that reason.
     * @returns the recorded ending, which may be an earlier one; null if there is no such execution
     */
    async recordEnding({ workspaceId, executionId, status, reason }: EndingInput): Promise<RecordedEnding | null> {
      const ended = await endExecution(context.database, { workspaceId, executionId }, { status, reason });
      return ended === null ? null : { status: ended.status, reason: ended.exitReason };
    },
  };
}
