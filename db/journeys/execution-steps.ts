import type { StepEntry } from '../../domain/journeys/step-entry';
import type { Database } from '../connection/pool';

/** The steps of runs, a row for each step that a run has entered. */

/** Why a step may be put off. */
export type DeferralReason = 'quiet_hours';

/** Records that a step which its run stands at was put off. Once: later times, and those after the step was left, change nothing. */
export async function insertDeferral(
  database: Database,
  { workspaceId, executionId, stepId }: { workspaceId: string; executionId: string; stepId: string },
  reason: DeferralReason,
): Promise<void> {
  await database.raw(
    `insert into execution_steps (workspace_id, execution_id, step_id, kind, status, deferred_reason)
     select workspace_id, id, :stepId, 'send', 'waiting', :reason from executions
      where workspace_id = :workspaceId and id = :executionId and status = 'RUNNING'
     on conflict (workspace_id, execution_id, step_id) do update set deferred_reason = excluded.deferred_reason
       where execution_steps.left_at is null and execution_steps.deferred_reason is null`,
    { workspaceId, executionId, stepId, reason },
  );
}

/** Records that a run stands at a step. One that was entered before keeps its first entry. */
export async function insertStep(
  transaction: Database,
  { workspaceId, executionId }: { workspaceId: string; executionId: string },
  entry: StepEntry,
  options: {
    /** Nothing follows: it is left with its entry. */
    isLast?: boolean;
    /** Else the transaction's time, which is the latest that counts. */
    enteredAt?: Date;
  } = {},
): Promise<void> {
  const { stepId, kind, resumesAt, awaits } = entry;
  const { isLast = false, enteredAt } = options;
  const given = {
    workspace_id: workspaceId,
    execution_id: executionId,
    step_id: stepId,
    kind,
    status: isLast ? 'executed' : 'waiting',
    resumes_at: resumesAt ?? null,
    awaits_event: awaits?.eventName ?? null,
    awaits_where: awaits === undefined || awaits.where === null ? null : JSON.stringify(awaits.where),
    ...(isLast ? { left_at: transaction.fn.now() } : {}),
    ...(enteredAt === undefined ? {} : { entered_at: transaction.raw('least(now(), ?::timestamptz)', [enteredAt]) }),
  };
  await transaction('execution_steps').insert(given).onConflict(['workspace_id', 'execution_id', 'step_id']).ignore();
}
