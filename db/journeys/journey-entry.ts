import type { Condition } from '../../domain/conditions/schemas';
import type { Cohort } from '../../domain/journeys/holdout';
import type { JourneyStep, Reentry } from '../../domain/journeys/schemas';
import { stepEntry } from '../../domain/journeys/step-entry';
import type { JsonObject } from '../../domain/json/schemas';
import { recordAudit, type AuditEntry } from '../audit/audit';
import { newId } from '../connection/ids';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';
import { stepColumns, stepRow } from './execution-steps';

/**
 * Entries of subjects into journeys: at most one for each subject and cause, in the holdout group or with an execution.
 */

/** The version of a journey that new executions use. */
export interface StartableJourney {
  workspaceId: string;
  journeyId: string;
  version: number;
  /** 0 to 100. */
  holdoutPercent: number;
  reentry: Reentry;
  entryStep: JourneyStep;
  /** Condition for eligible people; null for all people. */
  audience: Condition | null;
  goalEventName: string | null;
  goalEventWindowDays: number;
}

export interface Candidate {
  journey: StartableJourney;
  endUserId: string;
  /** By `cohortOf` in domain/journeys/holdout.ts. */
  cohort: Cohort;
  /** Makes the entry unique for its journey and subject. */
  cause: string;
  eventData: JsonObject;
  /** When it happened; for an event, the event's own time. */
  at: Date;
  /** The subject's IANA timezone. */
  timezone: string;
  /** Set for a start by hand or by another service. */
  idempotencyKey?: string;
  /** Who starts it by hand; defaults to the service. */
  actor?: string;
}

export type Entry = { started: true; executionId: string } | { started: false; reason: 'holdout' | 'reentry' };

/** Returns the cause of an entry for an idempotency key. */
export const causeOfKey = (idempotencyKey: string): string => `key:${idempotencyKey}`;

/** Returns whether an entry with this idempotency key put the subject in the holdout group. */
export async function isHeldOutByKey(
  database: Database,
  entry: { workspaceId: string; journeyId: string; endUserId: string; idempotencyKey: string },
): Promise<boolean> {
  const row = await database('journey_entries')
    .where({ workspace_id: entry.workspaceId, journey_id: entry.journeyId, end_user_id: entry.endUserId })
    .where({ cause: causeOfKey(entry.idempotencyKey), cohort: 'holdout' })
    .first('cause');
  return row !== undefined;
}

/** Candidates per statement. */
const candidateBatchSize = 1_000;

/**
 * Enters subjects of one workspace into journeys, with a fixed number of statements per portion. Unique indexes enforce
 * the re-entry rules under concurrency. The outbox starts the workflows.
 * @param candidates in the order of journeys and subjects, so that concurrent transactions wait for each other instead
 * of deadlocking
 * @returns the result of each candidate
 */
export async function enterJourneys(transaction: Database, candidates: readonly Candidate[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let start = 0; start < candidates.length; start += candidateBatchSize) {
    entries.push(...(await enterPortion(transaction, candidates.slice(start, start + candidateBatchSize))));
  }
  return entries;
}

/** A candidate with the id of the execution to start; null in the holdout group. */
interface Entrant {
  candidate: Candidate;
  executionId: string | null;
}

async function enterPortion(transaction: Database, candidates: readonly Candidate[]): Promise<Entry[]> {
  const entrants = candidates.map((candidate): Entrant => ({
    candidate,
    executionId: candidate.cohort === 'holdout' ? null : newId('execution'),
  }));
  const { hasEntered, now } = await findEntered(transaction, entrants);
  const eligible = entrants.filter((entrant) => !hasEntered.has(entrant));
  const entered = await insertEntries(transaction, eligible, now);
  await recordAudit(transaction, [...entered].map(auditOf));
  return entrants.map((entrant): Entry => {
    const { executionId } = entrant;
    // Holdout subjects stay in the holdout group on every attempt.
    if (executionId === null) return { started: false, reason: 'holdout' };
    return entered.has(entrant) ? { started: true, executionId } : { started: false, reason: 'reentry' };
  });
}

/**
 * Finds the candidates who entered before: with the same cause, or with any cause if the journey allows one entry.
 * Subjects in the holdout group are found by their entry. Also returns the transaction's time, which is the time of new
 * entries.
 */
async function findEntered(
  transaction: Database,
  entrants: readonly Entrant[],
): Promise<{ hasEntered: ReadonlySet<Entrant>; now: Date }> {
  const [first] = entrants;
  if (first === undefined) return { hasEntered: new Set(), now: new Date() };
  const [row] = await preparedRows<{ positions: number[]; now: Date }>(
    transaction,
    'find-entered',
    `select now() as now, array(
       select given.position from json_to_recordset(cast(:rows as json)) as given
                (position integer, journey_id text, end_user_id text, cause text, once boolean)
        where exists (select from journey_entries e
                       where e.workspace_id = :workspaceId and e.journey_id = given.journey_id
                         and e.end_user_id = given.end_user_id and (given.once or e.cause = given.cause))) as positions`,
    {
      workspaceId: first.candidate.journey.workspaceId,
      rows: JSON.stringify(
        entrants.map(({ candidate: { journey, endUserId, cause }, executionId }, position) => ({
          position,
          journey_id: journey.journeyId,
          end_user_id: endUserId,
          cause,
          once: executionId !== null && journey.reentry === 'once',
        })),
      ),
    },
  );
  const { positions, now } = row as { positions: number[]; now: Date };
  return { hasEntered: new Set(positions.flatMap((position) => entrants[position] ?? [])), now };
}

/**
 * Inserts the executions to start, unless a running one excludes them; the entries of these and of the holdout group,
 * the first of several with the same cause; and for each inserted entry its first step and its subject.
 *
 * From this commit on, the executions are at their first step, whether or not a worker is running, because the awaited
 * event may arrive immediately. If the first step is an exit, its step is recorded when the execution ends. Waits start
 * by the database's clock, so that neither a late event nor a process's clock shortens one. The first entry of a
 * subject counts: it sets the cohort, the version and the window for a goal event.
 * @returns the entrants with an inserted entry
 */
async function insertEntries(
  transaction: Database,
  entrants: readonly Entrant[],
  startedAt: Date,
): Promise<ReadonlySet<Entrant>> {
  if (entrants.length === 0) return new Set();
  const rows = await preparedRows<{ position: number; hasEntered: boolean }>(transaction, 'insert-entries', insertion, {
    rows: JSON.stringify(entrants.map((entrant, position) => ({ position, ...entryRow(entrant, startedAt) }))),
  });
  const entered = new Set<Entrant>();
  const missed: Entrant[] = [];
  for (const { position, hasEntered } of rows) {
    const entrant = entrants[position] as Entrant;
    if (hasEntered) entered.add(entrant);
    else missed.push(entrant);
  }
  await deleteExecutions(transaction, missed);
  return entered;
}

function entryRow({ candidate, executionId }: Entrant, startedAt: Date) {
  const { journey, endUserId, cause, timezone } = candidate;
  const { workspaceId, entryStep } = journey;
  // An event's time may be in the future. Limit it, so that events that happen now count as after the entry.
  const enteredAt = candidate.at < startedAt ? candidate.at : startedAt;
  return {
    ...(executionId === null || entryStep.kind === 'exit'
      ? { workspace_id: workspaceId, execution_id: executionId, entered_at: enteredAt.toISOString() }
      : stepRow({ workspaceId, executionId, entry: stepEntry(entryStep, startedAt, timezone), enteredAt })),
    journey_id: journey.journeyId,
    version: journey.version,
    end_user_id: endUserId,
    cohort: candidate.cohort,
    cause,
    exclusive: journey.reentry !== 'always',
    once: journey.reentry === 'once',
    current_step_id: entryStep.id,
    event_data: candidate.eventData,
    goal: journey.goalEventName,
    days: journey.goalEventWindowDays,
    idempotency_key: candidate.idempotencyKey ?? null,
  };
}

/** Returns rows for entrants with an inserted execution or entry. */
const insertion = `
  with given as materialized (
    select *, entered_at + days * interval '24 hours' as goal_until
      from json_to_recordset(cast(:rows as json)) as given
        (position integer, ${stepColumns}, journey_id text, version integer, end_user_id text, cohort text, cause text, exclusive boolean,
         once boolean, current_step_id text, event_data jsonb, goal text, days float8, idempotency_key text)
  ), started as (
    insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id, event_id, event_data,
                            goal_event_name, goal_until, idempotency_key)
    select workspace_id, execution_id, journey_id, version, end_user_id, exclusive, current_step_id, cause, event_data, goal,
           goal_until, idempotency_key
      from given where execution_id is not null order by position
    on conflict do nothing returning id
  ), entries as (
    insert into journey_entries (workspace_id, journey_id, end_user_id, cause, version, cohort, once, execution_id, entered_at)
    select workspace_id, journey_id, end_user_id, cause, version, cohort, once, execution_id, entered_at
      from given where execution_id is null or execution_id in (select id from started) order by position
    on conflict do nothing returning journey_id, end_user_id, cause, execution_id
  ), entered as materialized (
    select distinct on (journey_id, end_user_id, cause) given.*
      from given join entries e using (journey_id, end_user_id, cause)
     where e.execution_id is not distinct from given.execution_id
     order by journey_id, end_user_id, cause, position
  ), steps as (
    insert into execution_steps (workspace_id, execution_id, step_id, kind, status, resumes_at, awaits_event, awaits_where, left_at,
                                 entered_at)
    select workspace_id, execution_id, step_id, step_kind, case when is_last then 'executed' else 'waiting' end, resumes_at,
           awaits_event, awaits_where, case when is_last then now() end, least(now(), entered_at)
      from entered where step_id is not null
    on conflict (workspace_id, execution_id, step_id) do nothing
  ), subjects as (
    insert into journey_subjects (workspace_id, journey_id, end_user_id, version, cohort, first_entered_at, goal_event_name,
                                  goal_until)
    select workspace_id, journey_id, end_user_id, version, cohort, entered_at, goal, goal_until from entered order by position
    on conflict do nothing
  )
  select g.position, e.position is not null as "hasEntered"
    from given g left join entered e using (position)
   where e.position is not null or g.execution_id in (select id from started)
   order by g.position`;

/** Deletes the executions of entrants if another transaction inserted their entry first. */
async function deleteExecutions(transaction: Database, entrants: readonly Entrant[]): Promise<void> {
  const ids = entrants.flatMap(({ executionId }) => executionId ?? []);
  const [first] = entrants;
  if (first === undefined || ids.length === 0) return;
  await transaction('executions')
    .where({ workspace_id: first.candidate.journey.workspaceId })
    .whereIn('id', ids)
    .delete();
}

const auditOf = ({ candidate: { journey, endUserId, actor = 'system' }, executionId }: Entrant): AuditEntry => ({
  workspaceId: journey.workspaceId,
  subjectType: 'journey',
  subjectId: journey.journeyId,
  actor,
  action: executionId === null ? 'execution.held_out' : 'execution.started',
  metadata: { endUserId, version: journey.version, ...(executionId !== null && { executionId }) },
});
