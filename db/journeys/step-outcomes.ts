import type { JsonObject } from '../../domain/json/schemas';
import type { Database } from '../connection/pool';
import { runPrepared } from '../connection/statements';

/** How executions left their steps, and what the next decision depends on. */

interface StepName {
  workspaceId: string;
  executionId: string;
  stepId: string;
}

/** The outcome of a step. */
export interface StepOutcome {
  status: 'executed' | 'skipped' | 'failed';
  reason: string | null;
}

/** Finds how an execution left a step. Returns null if it has not left it yet. */
export async function findStepOutcome(
  database: Database,
  { workspaceId, executionId, stepId }: StepName,
): Promise<StepOutcome | null> {
  const row = await database('execution_steps')
    .where({ workspace_id: workspaceId, execution_id: executionId, step_id: stepId })
    .whereNotNull('left_at')
    .first<StepOutcome | undefined>('status', 'reason');
  return row ?? null;
}

/** What the decision about a step depends on, in addition to the person. */
export interface StepRecord {
  /** Null if the execution has not left the step. */
  left: (StepOutcome & { armId: string | null }) | null;
  /** Data of the event that started the execution. */
  eventData: JsonObject;
  /** Weights by arm that the step of this version got after publication. Null if its original weights apply. */
  weights: Record<string, number> | null;
}

/** Finds the record of a step. Returns null if there is no such execution. */
export async function findStepRecord(
  database: Database,
  { workspaceId, executionId, stepId }: StepName,
): Promise<StepRecord | null> {
  const { rows } = await runPrepared<StepRecord>(
    database,
    {
      name: 'find-step-record',
      text: `select e.event_data as "eventData", w.weights,
                    case when s.left_at is not null
                      then jsonb_build_object('status', s.status, 'reason', s.reason, 'armId', s.arm_id) end as left
               from executions e
               left join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id and s.step_id = $3
               left join journey_arm_weights w
                 on w.workspace_id = e.workspace_id and w.journey_id = e.journey_id and w.version = e.version and w.step_id = $3
              where e.workspace_id = $1 and e.id = $2`,
    },
    [workspaceId, executionId, stepId],
  );
  return rows[0] ?? null;
}

/** Finds the arm that a person first took at a step, in any of their executions. */
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
