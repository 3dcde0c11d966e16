import type { Database } from '../connection/pool';

/** The outcome of a step. */
export interface StepOutcome {
  status: 'executed' | 'skipped' | 'failed';
  reason: string | null;
}

/** Finds how an execution left a step. Returns null if it has not left it yet. */
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
