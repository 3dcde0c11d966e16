import type { StepEntry } from '../../domain/journeys/step-entry';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { preparedRows } from '../connection/statements';
import { settlementBindings, type Settling } from '../email/sends';
import { endingAction, type Ending } from './executions';
import { stepColumns, stepRow } from './execution-steps';

/** The outcome of a step and the next step of the execution. Written in one statement. */
export interface Movement {
  workspaceId: string;
  executionId: string;
  /** The step that the execution has left; absent if it has just started. */
  left?: { stepId: string; kind: string; status: 'executed' | 'skipped' | 'failed'; reason?: string; armId?: string };
  /** The step that the execution is at. */
  at: StepEntry;
  /** Set when the execution ends. If it is being canceled or has reached its goal, it ends for that reason instead. */
  ended?: Ending;
}

/** Which parts of a movement were new. */
export interface RecordedMovement {
  /** False if another attempt had already left the step: its outcome and path are kept, and nothing was moved. */
  isFirstLeaving: boolean;
  /** False if the execution had already entered the step: its first entry is kept. */
  isFirstEntry: boolean;
  /** The execution reached its goal or was ended from outside before this movement: no step follows. */
  isHalted: boolean;
}

/**
 * Each part references a count of the previous one to enforce the order. All writers of an execution lock the left step
 * first, then the execution, then its send. Two attempts at one step may overlap. Only the first of them to leave the
 * step (`attempt`) moves the execution, because the execution may already be several steps ahead.
 */
const recordMovement = `
  with left_step as (
    insert into execution_steps (workspace_id, execution_id, step_id, kind, status, reason, arm_id, left_at)
    select :workspaceId, :executionId, :leftStepId, :leftKind, :leftStatus, :leftReason, :armId, now()
     where cast(:leftStepId as text) is not null
    on conflict (workspace_id, execution_id, step_id) do update
      set status = excluded.status, reason = excluded.reason, arm_id = excluded.arm_id, left_at = excluded.left_at
      where execution_steps.left_at is null
    returning 1),

  attempt as (select cast(:leftStepId as text) is null or exists (select from left_step) as is_first),

  -- A subject counts once per arm. An execution that is ending does not reach the arm, because none of the arm's steps run.
  counted as (
    insert into journey_arm_subjects (workspace_id, journey_id, step_id, arm_id, end_user_id, version, reached_at,
                                      goal_event_name, goal_until)
    select workspace_id, journey_id, :leftStepId, :armId, end_user_id, version, now(), goal_event_name, goal_until
      from executions
     where workspace_id = :workspaceId and id = :executionId and cast(:armId as text) is not null
       and status = 'RUNNING' and goal_event_id is null and cancel_reason is null
       and (select count(*) from left_step) > 0
       for share
    on conflict do nothing
    returning 1),

  entered as (
    insert into execution_steps (workspace_id, execution_id, step_id, kind, status, resumes_at, awaits_event, awaits_where, left_at,
                                 entered_at)
    select workspace_id, execution_id, step_id, step_kind, case when is_last then 'executed' else 'waiting' end, resumes_at,
           awaits_event, awaits_where, case when is_last then now() end, least(now(), entered_at)
      from json_to_recordset(cast(:entered as json)) as given (${stepColumns})
     where (select count(*) from counted) >= 0 and (select is_first from attempt)
    on conflict (workspace_id, execution_id, step_id) do nothing
    returning 1),

  -- An execution that is being canceled or has reached its goal ends for that reason, because its workflow may not know it yet.
  moved as (
    update executions
       set current_step_id = :stepId,
           status = case when cast(:endStatus as text) is null then status when cancel_reason is not null then 'CANCELED'
                         when goal_event_id is not null then 'COMPLETED' else :endStatus end,
           exit_reason = case when cast(:endStatus as text) is null then exit_reason
                              else coalesce(cancel_reason, case when goal_event_id is not null then 'goal' end, :endReason) end,
           ended_at = case when cast(:endStatus as text) is null then ended_at else now() end,
           failure_cause = case when cast(:endStatus as text) = 'FAILED' and cancel_reason is null and goal_event_id is null
                             then :endCause else failure_cause end
     where workspace_id = :workspaceId and id = :executionId and status = 'RUNNING' and (select count(*) from entered) >= 0
       and (select is_first from attempt)
    returning workspace_id, id, journey_id, version, status, exit_reason, cancel_reason, goal_event_id),

  -- As settleSend does (db/email/sends.ts).
  settled as (
    update sends
       set status = :sendStatus, provider_message_id = coalesce(:providerMessageId, provider_message_id),
           failure = case when cast(:sendStatus as text) = 'sent' then null else coalesce(:sendFailure, failure) end,
           sent_at = case when cast(:sendStatus as text) = 'sent' then now() else sent_at end
     where workspace_id = :sendWorkspaceId and id = :sendId and status in ('queued', 'sending')
       and (provider_started_at is null or not cast(:unlessClaimed as boolean)) and (select count(*) from moved) >= 0),

  audited as (
    insert into audit_entries (workspace_id, id, subject_type, subject_id, actor, action, metadata)
    select workspace_id, :auditId, 'journey', journey_id, 'system', :auditAction,
           jsonb_build_object('executionId', id, 'version', version, 'status', status, 'reason', exit_reason)
      from moved where status <> 'RUNNING'),

  -- The execution as it was moved, else as it was before: COMPLETED without a goal, or FAILED by a movement that fails it,
  -- means that an earlier attempt at this movement ended it.
  halt as (
    select cancel_reason is not null or goal_event_id is not null as halted from moved
    union all
    select status not in ('RUNNING', 'COMPLETED', coalesce(cast(:endStatus as text), 'RUNNING')) or cancel_reason is not null
        or goal_event_id is not null
      from executions where workspace_id = :workspaceId and id = :executionId and not exists (select from moved))

  select exists (select from entered) as "isFirstEntry", (select is_first from attempt) as "isFirstLeaving",
         coalesce((select halted from halt), false) as "isHalted"`;

/**
 * Records a movement and the outcome of the send of the left step. Repeating a movement changes nothing: a left step
 * keeps its first outcome, a wait its first end, a settled send its result, and an ended execution its ending.
 */
export async function insertMovement(
  database: Database,
  movement: Movement,
  send: Settling | null = null,
): Promise<RecordedMovement> {
  const { workspaceId, executionId, left, at, ended } = movement;
  const entered = stepRow({ workspaceId, executionId, entry: at, isLast: ended !== undefined });
  const [recorded] = await preparedRows<RecordedMovement>(database, 'record-movement', recordMovement, {
    workspaceId,
    executionId,
    ...leftBindings(left),
    entered: JSON.stringify([entered]),
    stepId: at.stepId,
    ...endBindings(ended),
    ...settlementBindings(workspaceId, send),
  });
  return recorded!;
}

const leftBindings = (left: Movement['left']) => ({
  leftStepId: left?.stepId ?? null,
  leftKind: left?.kind ?? null,
  leftStatus: left?.status ?? null,
  leftReason: left?.reason ?? null,
  armId: left?.armId ?? null,
});

const endBindings = (ended: Movement['ended']) => ({
  endStatus: ended?.status ?? null,
  endReason: ended?.reason ?? null,
  endCause: ended?.cause ?? null,
  auditId: ended === undefined ? null : newId('audit'),
  auditAction: ended === undefined ? null : endingAction(ended.status),
});
