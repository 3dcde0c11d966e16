import type { Database } from '../connection/pool';

/** How a run left a step. */
export interface StepOutcome {
  status: 'executed' | 'skipped' | 'failed';
  reason: string | null;
}

/** How a run has left a step; null as long as it has not. */
export async function findStepOutcome(
  database: Database,
  { workspaceId, executionId, stepId }: { workspaceId: string; executionId: string; stepId: string },
): Promise<StepOutcome | null> {
  const row = await database('execution_steps')
    .where({ workspace_id: workspaceId, execution_id: executionId, step_id: stepId })
    .whereNotNull('left_at')
    .first<StepOutcome | undefined>('status', 'reason');
  return row ?? null;
}
