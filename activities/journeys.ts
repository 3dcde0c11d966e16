import type { Database } from '../db/connection/pool';
import { findEndOfEventWait } from '../db/journeys/event-waits';
import { arriveAt } from '../domain/journeys/advance';
import type { Outcome } from '../domain/journeys/plan';
import { planOf } from '../domain/journeys/steps/registry';
import type { ExecutionStatus } from '../domain/journeys/schemas';
import { endExecution } from '../operations/journeys/end-execution';
import { leaveEventWait } from '../operations/journeys/leave-event-wait';
import { recordMovement } from '../operations/journeys/record-movement';
import { createChoiceActivities } from './choices';
import { resumptionOf, loadRun, movementAfter, movementTo, type Resumption } from './run';
import { sleepForSlowerClock } from './slower-clock';

export interface JourneyDependencies {
  database: Database;
}

export interface ArriveInput {
  workspaceId: string;
  executionId: string;
  /** The wait that is over, if the run comes from one. */
  leftStepId?: string;
  /** The step that the run stands at now. */
  stepId: string;
}

interface LeaveInput {
  workspaceId: string;
  executionId: string;
  stepId: string;
}

interface LeaveResult extends Resumption {
  outcome: Outcome | null;
}

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

/** Activities that move a run on without touching the outside world. All may be repeated. */
export function createJourneyActivities({ database }: JourneyDependencies) {
  return {
    /** Records that the run stands at a step: how long it waits there, or that it has ended. */
    async arriveAtStep({ workspaceId, executionId, leftStepId, stepId }: ArriveInput): Promise<Resumption> {
      const run = await loadRun(database, workspaceId, executionId);
      const movement =
        leftStepId === undefined
          ? await movementTo(database, run, arriveAt(planOf(run.steps), stepId))
          : await movementAfter(database, run, leftStepId, { kind: 'elapsed' });
      return resumptionOf(database, movement, await recordMovement(database, movement));
    },

    ...createChoiceActivities({ database }),

    /**
     * Leaves a wait for an event: by the event when it was heard in time, by the timeout when that is over. The row decides, so
     * that an event at the deadline takes exactly one way.
     * @returns no outcome when neither has happened yet; a moment later where it is only the database's clock by which that is so
     */
    async leaveEventWait(step: LeaveInput): Promise<LeaveResult> {
      const run = await loadRun(database, step.workspaceId, step.executionId);
      const left = await leaveEventWait(database, step, (transaction, outcome) =>
        movementAfter(transaction, run, step.stepId, outcome),
      );
      if (left === null) {
        await sleepForSlowerClock(await findEndOfEventWait(database, step));
        return { outcome: null };
      }
      return { outcome: left.outcome, ...(await resumptionOf(database, left.movement, left.recorded)) };
    },

    /**
     * Records how a run ended, other than at a step. One that is being canceled ends for that reason.
     * @returns the recorded ending, which may be an earlier one; null when there is no such run
     */
    async recordEnding({ workspaceId, executionId, status, reason }: EndingInput): Promise<RecordedEnding | null> {
      const ended = await endExecution(database, { workspaceId, executionId }, { status, reason });
      return ended === null ? null : { status: ended.status, reason: ended.exitReason };
    },
  };
}
