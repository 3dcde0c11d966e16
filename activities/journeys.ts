import type { Database } from '../db/connection';
import { endExecution, recordMovement } from '../db/executions';
import { arriveAt, planOf } from '../domain/journeys/advance';
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

    /** Records that a run was cut short. */
    async recordEnding(input: {
      workspaceId: string;
      executionId: string;
      status: 'CANCELED' | 'FAILED';
      reason: string;
    }): Promise<void> {
      await database.transaction((transaction) =>
        endExecution(transaction, input.workspaceId, input.executionId, input),
      );
    },
  };
}
