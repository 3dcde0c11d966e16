import type { JourneyStatus } from '../../domain/journeys/schemas';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';

/** Failed executions that are retried. */

/**
 * Reads the status of a journey. It does not change until the transaction ends: a transaction that archives the journey
 * waits, and then finds the executions that were retried. Returns null if there is no such journey.
 */
export async function lockJourneyStatus(
  transaction: Database,
  workspaceId: string,
  journeyId: string,
): Promise<JourneyStatus | null> {
  const [row] = await rowsOf<{ status: JourneyStatus }>(
    transaction.raw('select status from journeys where workspace_id = ? and id = ? for share', [
      workspaceId,
      journeyId,
    ]),
  );
  return row?.status ?? null;
}

export interface FailedExecution {
  id: string;
  version: number;
  stepId: string;
  endUserId: string;
  exclusive: boolean;
}

/**
 * Locks the failed ones of these executions, with the steps at which they failed, until the transaction ends. Steps are
 * locked first, as in all writers of executions.
 */
export async function lockFailed(
  transaction: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<FailedExecution[]> {
  await transaction.raw(
    `select from executions e
       join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id and s.step_id = e.current_step_id
      where e.workspace_id = ? and e.id = any(?::text[]) and e.status = 'FAILED' order by e.id for update of s`,
    [workspaceId, [...ids]],
  );
  return rowsOf<FailedExecution>(
    transaction.raw(
      `select id, version, current_step_id as "stepId", end_user_id as "endUserId", exclusive from executions
        where workspace_id = ? and id = any(?::text[]) and status = 'FAILED' order by id for update`,
      [workspaceId, [...ids]],
    ),
  );
}

/** Finds which of these people are in an exclusive execution of the journey. */
export async function findPeopleInJourney(
  transaction: Database,
  { workspaceId, journeyId }: { workspaceId: string; journeyId: string },
  endUserIds: readonly string[],
): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(
    transaction.raw(
      `select end_user_id as id from executions
        where workspace_id = ? and journey_id = ? and end_user_id = any(?::text[]) and status = 'RUNNING' and exclusive`,
      [workspaceId, journeyId, [...endUserIds]],
    ),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Makes failed executions run again at the step at which they failed, and opens that step. A message that was given up
 * before it reached the provider waits again; any other message keeps its outcome. An execution with a goal that was
 * reached since it failed will end for it.
 * @returns how often each has been retried
 */
export const resumeFailed = (
  transaction: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ id: string; retries: number }[]> =>
  rowsOf(
    transaction.raw(
      `with resumed as (
         update executions e
            set status = 'RUNNING', exit_reason = null, ended_at = null, failure_cause = null, failure_message = null,
                cancel_reason = null, retries = retries + 1, reconciled_at = now(),
                goal_event_id = coalesce(goal_event_id, (
                  select s.goal_event_id from journey_subjects s
                   where s.workspace_id = e.workspace_id and s.journey_id = e.journey_id and s.end_user_id = e.end_user_id
                     and s.goal_event_name = e.goal_event_name and s.converted_at between e.started_at and e.goal_until))
          where workspace_id = :workspaceId and id = any(cast(:ids as text[])) and status = 'FAILED'
         returning id, current_step_id, retries
       ), steps as (
         update execution_steps s
            set status = 'waiting', reason = null, arm_id = null, left_at = null, pending_signaled_at = null,
                -- A wait continues. For other steps, the time is that of the new attempt.
                entered_at = case when s.kind = 'wait' then s.entered_at else now() end
           from resumed r
          where s.workspace_id = :workspaceId and s.execution_id = r.id and s.step_id = r.current_step_id
            and s.status in ('waiting', 'failed')
       ), messages as (
         update sends s set status = 'sending', failure = null
           from resumed r
          where s.workspace_id = :workspaceId and s.execution_id = r.id and s.step_id = r.current_step_id
            and s.status = 'failed' and s.failure = 'abandoned' and s.provider_started_at is null
       )
       select id, retries from resumed`,
      { workspaceId, ids: [...ids] },
    ),
  );
