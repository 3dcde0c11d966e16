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

/** A step that a run enters. */
export interface EnteredStep {
  workspaceId: string;
  executionId: string;
  entry: StepEntry;
  /** Nothing follows: it is left with its entry. */
  isLast?: boolean;
  /** Else the transaction's time, which is the latest that counts. */
  enteredAt?: Date;
}

/** The columns of {@link stepRow}, as SQL. */
export const stepColumns = `workspace_id text, execution_id text, entered_at timestamptz, step_id text, step_kind text, is_last boolean,
  resumes_at timestamptz, awaits_event text, awaits_where jsonb`;

/** Inserts steps, as SQL. A step that its run entered before keeps its first entry. @param source of rows as {@link stepRow} makes them */
export const insertionOfSteps = (source: string): string => `
  insert into execution_steps (workspace_id, execution_id, step_id, kind, status, resumes_at, awaits_event, awaits_where, left_at,
                               entered_at)
  select workspace_id, execution_id, step_id, step_kind, case when is_last then 'executed' else 'waiting' end, resumes_at,
         awaits_event, awaits_where, case when is_last then now() end, least(now(), entered_at)
    from ${source}
  on conflict (workspace_id, execution_id, step_id) do nothing`;

/** A step as a statement is given it. */
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
