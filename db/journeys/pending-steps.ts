import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** A step that is waiting for an activity rather than a time or an event. */
export interface PendingStep {
  workspaceId: string;
  executionId: string;
  stepId: string;
  /** False if the execution has ended at this step. */
  isRunning: boolean;
}

/** Lists steps that have been pending for over a minute and were not marked yet, oldest first. */
export function listPendingSteps(database: Database, limit: number): Promise<PendingStep[]> {
  return rowsOf<PendingStep>(
    database.raw(
      `select s.workspace_id as "workspaceId", s.execution_id as "executionId", s.step_id as "stepId",
              e.status = 'RUNNING' as "isRunning"
         from execution_steps s join executions e on e.workspace_id = s.workspace_id and e.id = s.execution_id
        where s.left_at is null and s.resumes_at is null and s.deferred_reason is null and s.pending_signaled_at is null
          and s.entered_at < now() - interval '1 minute'
        order by s.entered_at limit ?`,
      [limit],
    ),
  );
}

/** Marks steps, so that {@link listPendingSteps} omits them. Safe to repeat. */
export async function markPendingSteps(database: Database, steps: readonly PendingStep[]): Promise<void> {
  const names = steps.map(({ workspaceId, executionId, stepId }) => ({
    workspace_id: workspaceId,
    execution_id: executionId,
    step_id: stepId,
  }));
  await database.raw(
    `update execution_steps s set pending_signaled_at = now()
       from json_to_recordset(cast(? as json)) as pending (workspace_id text, execution_id text, step_id text)
      where s.workspace_id = pending.workspace_id and s.execution_id = pending.execution_id and s.step_id = pending.step_id`,
    [JSON.stringify(names)],
  );
}
