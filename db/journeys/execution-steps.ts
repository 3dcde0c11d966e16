import type { StepEntry } from '../../domain/journeys/step-entry';
import type { Database } from '../connection/pool';

/** Steps of executions, one row for each step that an execution has entered. */

/** Why a step can be deferred. */
export type DeferralReason = 'quiet_hours';

/**
 * Records that an execution's current step was deferred. Repeated calls, and calls after the step was left, change
 * nothing.
 */
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

/** A step that an execution enters. */
export interface EnteredStep {
  workspaceId: string;
  executionId: string;
  entry: StepEntry;
  /** No step follows, so it is left as soon as it is entered. */
  isLast?: boolean;
  /** Defaults to the transaction's time, which is also the latest accepted value. */
  enteredAt?: Date;
}

/** The columns of {@link stepRow} and their types. */
export const stepColumns = `workspace_id text, execution_id text, entered_at timestamptz, step_id text, step_kind text, is_last boolean,
  resumes_at timestamptz, awaits_event text, awaits_where jsonb`;

/** Converts a step to a row for a statement. */
export function stepRow({ workspaceId, executionId, entry, isLast = false, enteredAt }: EnteredStep) {
  const { stepId, kind, resumesAt, awaits } = entry;
  return {
    workspace_id: workspaceId,
    execution_id: executionId,
    entered_at: enteredAt?.toISOString() ?? null,
    step_id: stepId,
    step_kind: kind,
    is_last: isLast,
    resumes_at: resumesAt?.toISOString() ?? null,
    awaits_event: awaits?.eventName ?? null,
    awaits_where: awaits?.where ?? null,
  };
}
