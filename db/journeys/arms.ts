import type { Database } from '../connection/pool';

/** Arms of branch and experiment steps that subjects took. */

interface StepOfRun {
  workspaceId: string;
  executionId: string;
  stepId: string;
}

/** Finds the arm that an execution took at a step. Returns null if it has not taken one yet. */
export async function findChosenArm(database: Database, step: StepOfRun): Promise<string | null> {
  const row = await database('execution_steps')
    .where({ workspace_id: step.workspaceId, execution_id: step.executionId, step_id: step.stepId })
    .first<{ id: string | null } | undefined>('arm_id as id');
  return row?.id ?? null;
}

/** Finds the arm that a subject first took at a step, in any of their executions. */
export async function findArmOfSubject(
  database: Database,
  subject: { workspaceId: string; journeyId: string; stepId: string; endUserId: string },
): Promise<string | null> {
  const row = await database('journey_arm_subjects')
    .where({
      workspace_id: subject.workspaceId,
      journey_id: subject.journeyId,
      step_id: subject.stepId,
      end_user_id: subject.endUserId,
    })
    .orderBy('reached_at')
    .first<{ id: string } | undefined>('arm_id as id');
  return row?.id ?? null;
}

/**
 * Finds the weights by arm that a version's step got after it was published. Returns null if its original weights
 * apply.
 */
export async function findArmWeights(
  database: Database,
  step: { workspaceId: string; journeyId: string; version: number; stepId: string },
): Promise<Record<string, number> | null> {
  const row = await database('journey_arm_weights')
    .where({
      workspace_id: step.workspaceId,
      journey_id: step.journeyId,
      version: step.version,
      step_id: step.stepId,
    })
    .first<{ weights: Record<string, number> } | undefined>('weights');
  return row?.weights ?? null;
}
