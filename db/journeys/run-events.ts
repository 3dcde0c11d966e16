import { evaluate } from '../../domain/conditions/evaluate';
import type { Condition } from '../../domain/conditions/schemas';
import { gatherFacts } from '../audiences/condition-facts';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';
import { findEndUsers } from '../end-users/end-users';
import type { AwaitedBy } from '../events/events';
import type { SubjectEvent } from '../events/event-subjects';
import { changeOf, enqueue } from '../outbox/outbox';

/** Matches events with running executions: goals and awaited events. Runs in the transaction that stores the events. */

/**
 * Records goals, and signals the executions that they end and those with a wait that received its event.
 * @param by what may be waiting for the events: a goal of a journey, an execution
 */
export async function signalExecutions(
  transaction: Database,
  workspaceId: string,
  events: readonly SubjectEvent[],
  by: Pick<AwaitedBy, 'goals' | 'runs'> = { goals: true, runs: true },
): Promise<void> {
  if (events.length === 0) return;
  const reached = by.goals ? await reachGoals(transaction, workspaceId, events) : [];
  const matched = by.runs ? await matchAwaitedEvents(transaction, workspaceId, events) : [];
  await queueSignals(transaction, workspaceId, [...new Set([...reached, ...matched])].sort());
}

/** Queues commands that signal the executions after the commit. */
export const queueSignals = (
  transaction: Database,
  workspaceId: string,
  executionIds: readonly string[],
): Promise<void> =>
  enqueue(
    transaction,
    executionIds.map((id) => ({ workspaceId, kind: 'signal_execution', subjectId: changeOf(id) })),
  );

const goalStatement = `with given as materialized (
         select * from json_to_recordset(:events) as g (id text, type text, "endUserId" text, at timestamptz, position integer)
       ), subjects as (
         update journey_subjects s set converted_at = g.at, goal_event_id = g.id
           from (select distinct on (journey_id, end_user_id) *
                   from (select t.journey_id, t.end_user_id, g.at, g.id
                           from given g join journey_subjects t on t.workspace_id = :workspaceId
                            and t.goal_event_name = g.type and t.end_user_id = g."endUserId" and t.converted_at is null
                            and g.at between t.first_entered_at and t.goal_until and not exists (
                              select from journey_entries n
                               where n.workspace_id = t.workspace_id and n.journey_id = t.journey_id
                                 and n.end_user_id = t.end_user_id and n.entered_at = t.first_entered_at
                                 and (g.id = n.cause or exists (
                                   select from given c where c.id = n.cause and (c.at, c.position) > (g.at, g.position))))
                          order by t.journey_id, t.end_user_id for no key update of t) locked
                  order by journey_id, end_user_id, at) g
          where s.workspace_id = :workspaceId and s.journey_id = g.journey_id and s.end_user_id = g.end_user_id
            and s.converted_at is null
       ), arms as (
         update journey_arm_subjects s set converted_at = g.at
           from (select journey_id, step_id, arm_id, end_user_id, min(at) as at
                   from (select t.journey_id, t.step_id, t.arm_id, t.end_user_id, g.at
                           from given g join journey_arm_subjects t on t.workspace_id = :workspaceId
                            and t.goal_event_name = g.type and t.end_user_id = g."endUserId" and t.converted_at is null
                            and g.at between t.reached_at and t.goal_until
                          order by 1, 2, 3, 4 for no key update of t) locked
                  group by 1, 2, 3, 4) g
          where s.workspace_id = :workspaceId and s.journey_id = g.journey_id and s.step_id = g.step_id
            and s.arm_id = g.arm_id and s.end_user_id = g.end_user_id and s.converted_at is null
       )
       update executions e set goal_event_id = g.id
         from (select distinct on (execution_id) *
                 from (select t.id as execution_id, g.id, g.at
                         from given g join executions t on t.workspace_id = :workspaceId and t.status = 'RUNNING'
                          and t.goal_event_name = g.type and t.end_user_id = g."endUserId" and t.goal_event_id is null
                         join journey_entries n on n.workspace_id = t.workspace_id and n.journey_id = t.journey_id
                          and n.end_user_id = t.end_user_id and n.cause = t.event_id
                          and g.at between n.entered_at and t.goal_until
                          and not (g.id = n.cause or exists (
                            select from given c where c.id = n.cause and (c.at, c.position) > (g.at, g.position)))
                        order by t.id for no key update of t) locked
                order by execution_id, at) g
        where e.workspace_id = :workspaceId and e.id = g.execution_id and e.status = 'RUNNING' and e.goal_event_id is null
       returning e.id`;

/**
 * Converts the subject of each cohort and each arm, once, for goal events within their windows and after the entry, and
 * ends the executions that are still running. If there are several events, the earliest counts. Rows are locked in the
 * order of their keys, whatever the plan, so that concurrent writers wait for each other instead of deadlocking.
 * @returns ids of the executions that reached their goal
 */
async function reachGoals(
  transaction: Database,
  workspaceId: string,
  events: readonly SubjectEvent[],
): Promise<string[]> {
  const rows = await preparedRows<{ id: string }>(transaction, 'reach-goals', goalStatement, {
    workspaceId,
    events: JSON.stringify(
      events.map(({ event: { id, type, occurredAt: at }, endUserId }, position) => ({
        id,
        type,
        endUserId,
        at,
        position,
      })),
    ),
  });
  return rows.map(({ id }) => id);
}

interface WaitRow {
  executionId: string;
  stepId: string;
  endUserId: string;
  eventName: string;
  where: Condition | null;
  enteredAt: Date;
  /** The event that started the execution, or another cause. */
  cause: string | null;
}

/**
 * Matches events with waits.
 * @returns ids of the executions with a wait that received its event
 */
async function matchAwaitedEvents(
  transaction: Database,
  workspaceId: string,
  events: readonly SubjectEvent[],
): Promise<string[]> {
  const waits = await preparedRows<WaitRow>(
    transaction,
    'find-waits',
    `select s.execution_id as "executionId", s.step_id as "stepId", e.end_user_id as "endUserId",
              s.awaits_event as "eventName", s.awaits_where as "where", s.entered_at as "enteredAt", e.event_id as cause
         from executions e join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id
        where e.workspace_id = ? and e.status = 'RUNNING' and e.end_user_id = any(?::text[])
          and s.awaits_event = any(?::text[]) and s.left_at is null and s.heard_event_id is null and s.resumes_at > now()
        order by s.execution_id, s.step_id`,
    [workspaceId, events.map(({ endUserId }) => endUserId), events.map(({ event }) => event.type)],
  );
  const matched: string[] = [];
  for (const wait of waits) {
    const event = await firstThatCounts(transaction, workspaceId, wait, events);
    if (event !== null && (await recordMatch(transaction, workspaceId, wait, event))) matched.push(wait.executionId);
  }
  return matched;
}

/**
 * Finds the earliest event that matches the wait and is not before the entry into its step. Events with the same time
 * are checked in the given order.
 */
async function firstThatCounts(
  transaction: Database,
  workspaceId: string,
  wait: WaitRow,
  events: readonly SubjectEvent[],
): Promise<string | null> {
  const possible = sinceEntry(wait, events).filter(
    ({ event, endUserId }) => endUserId === wait.endUserId && event.type === wait.eventName,
  );
  if (wait.where === null) return possible[0]?.event.id ?? null;
  const endUser = (await findEndUsers(transaction, workspaceId, [wait.endUserId])).get(wait.endUserId) ?? null;
  for (const { event, endUserId } of possible) {
    const context = { workspaceId, endUserId, endUser, event, now: event.receivedAt };
    if (evaluate(wait.where, await gatherFacts(transaction, context, [wait.where]))) return event.id;
  }
  return null;
}

/** Sorts events by time, and removes the event that started the execution and those before it in the same commit. */
function sinceEntry({ cause, enteredAt }: WaitRow, events: readonly SubjectEvent[]): SubjectEvent[] {
  const inOrder = [...events].sort((a, b) => a.event.occurredAt.getTime() - b.event.occurredAt.getTime());
  const started = inOrder.findIndex(({ event }) => event.id === cause);
  return inOrder.slice(started + 1).filter(({ event }) => event.occurredAt >= enteredAt);
}

async function recordMatch(
  transaction: Database,
  workspaceId: string,
  wait: WaitRow,
  eventId: string,
): Promise<boolean> {
  const changed = await transaction('execution_steps')
    .where({ workspace_id: workspaceId, execution_id: wait.executionId, step_id: wait.stepId })
    .whereNull('left_at')
    .whereNull('heard_event_id')
    .where('resumes_at', '>', transaction.fn.now())
    .update({ heard_event_id: eventId });
  return changed > 0;
}
