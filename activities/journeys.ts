import type { Database } from '../db/connection';
import { endExecution, findExecution, recordMovement } from '../db/executions';
import { lockEventWait } from '../db/event-waits';
import { arriveAt, planOf, type Outcome } from '../domain/journeys/advance';
import { createChoiceActivities } from './choices';
import { arrivalOf, loadRun, movementAfter, movementTo, type Arrival } from './run';

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

interface LeaveResult extends Arrival {
  outcome: Outcome | null;
}

interface EndingInput {
  workspaceId: string;
  executionId: string;
  status: 'COMPLETED' | 'CANCELED' | 'FAILED';
  reason: string;
}

function outcomeOf({ heard, over }: { heard: boolean; over: boolean }): Outcome | null {
  if (heard) return { kind: 'heard' };
  return over ? { kind: 'elapsed' } : null;
}

/** Activities that move a run on without touching the outside world. All may be repeated. */
export function createJourneyActivities({ database }: JourneyDependencies) {
  return {
    /** Records that the run stands at a step: how long it waits there, or that it has ended. */
    async arriveAtStep({ workspaceId, executionId, leftStepId, stepId }: ArriveInput): Promise<Arrival> {
      const run = await loadRun(database, workspaceId, executionId);
      const movement =
        leftStepId === undefined
          ? await movementTo(database, run, arriveAt(planOf(run.definition.steps), stepId))
          : await movementAfter(database, run, leftStepId, { kind: 'elapsed' });
      await database.transaction((transaction) => recordMovement(transaction, movement));
      return arrivalOf(database, movement);
    },

    ...createChoiceActivities({ database }),

    /**
     * Leaves a wait for an event: by the event when it was heard in time, by the timeout when that is over. The row decides, so
     * that an event at the deadline takes exactly one way.
     * @returns no outcome when neither has happened yet
     */
    async leaveEventWait(step: LeaveInput): Promise<LeaveResult> {
      const run = await loadRun(database, step.workspaceId, step.executionId);
      return database.transaction(async (transaction) => {
        const wait = await lockEventWait(transaction, step);
        const outcome = outcomeOf(wait);
        if (outcome === null) return { outcome };
        const movement = await movementAfter(transaction, run, step.stepId, outcome);
        await recordMovement(transaction, movement);
        return { outcome, ...(await arrivalOf(transaction, movement)) };
      });
    },

    /** Records how a run ended, other than at a step. One that is being ended from outside ends for that reason. */
    async recordEnding({ workspaceId, executionId, status, reason }: EndingInput): Promise<void> {
      await database.transaction(async (transaction) => {
        const execution = await findExecution(transaction, workspaceId, executionId);
        const cancelReason = execution?.cancelReason ?? null;
        const ending =
          cancelReason === null ? { status, reason } : { status: 'CANCELED' as const, reason: cancelReason };
        await endExecution(transaction, workspaceId, executionId, ending);
      });
    },
  };
}
