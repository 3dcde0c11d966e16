import type { Condition } from '../../domain/conditions/schemas';
import { cohortOf } from '../../domain/journeys/holdout';
import type { JourneyStep, Reentry } from '../../domain/journeys/schemas';
import { stepEntry } from '../../domain/journeys/step-entry';
import type { JsonObject } from '../../domain/json/schemas';
import { recordAudit, type AuditEntry } from '../audit/audit';
import { newId } from '../connection/ids';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';
import { insertSteps } from './execution-steps';

/** Entries of subjects into journeys: at most one for each subject and cause, held out or with an execution. */

/** The version that a journey starts now. */
export interface StartableJourney {
  workspaceId: string;
  journeyId: string;
  version: number;
  /** 0 to 100 */
  holdoutPercent: number;
  reentry: Reentry;
  entryStep: JourneyStep;
  /** Who is eligible; null for all people. */
  audience: Condition | null;
  goalEventName: string | null;
  goalEventWindowDays: number;
}

export interface Candidate {
  journey: StartableJourney;
  endUserId: string;
  /** What the entry is unique by, for its journey and subject. */
  cause: string;
  eventData: JsonObject;
  /** When it happened: of an event, its own time. */
  at: Date;
  /** The subject's, IANA name. */
  timezone: string;
  /** Of a start by hand or by another service. */
  idempotencyKey?: string;
  /** Who starts it by hand; else it is the service. */
  actor?: string;
}

export type Entry = { started: true; executionId: string } | { started: false; reason: 'holdout' | 'reentry' };

const refused: Entry = { started: false, reason: 'reentry' };

/** Candidates who enter by one statement of each kind. */
const candidatesAtOnce = 1_000;

/**
 * Enters subjects of one workspace, in a few statements however many they are. Re-entry rules hold under concurrency by unique indexes.
 * The workflows are started by the outbox.
 * @param candidates in the order of journeys and subjects, so that transactions which meet on these wait for each other, not in a circle
 * @returns what became of each
 */
export async function enterJourneys(transaction: Database, candidates: readonly Candidate[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let start = 0; start < candidates.length; start += candidatesAtOnce) {
    entries.push(...(await enterPortion(transaction, candidates.slice(start, start + candidatesAtOnce))));
  }
  return entries;
}

/** A candidate with the execution that is tried for them; null of one who is held out. */
interface Entrant {
  candidate: Candidate;
  executionId: string | null;
}

async function enterPortion(transaction: Database, candidates: readonly Candidate[]): Promise<Entry[]> {
  const entrants = candidates.map((candidate): Entrant => {
    const { journey, endUserId } = candidate;
    const { workspaceId, journeyId, holdoutPercent } = journey;
    const isHeldOut = cohortOf({ workspaceId, journeyId, endUserId }, holdoutPercent) === 'holdout';
    return { candidate, executionId: isHeldOut ? null : newId('execution') };
  });
  const hasEntered = await findEntered(transaction, entrants);
  const eligible = entrants.filter((entrant) => !hasEntered.has(entrant));
  const started = await insertExecutions(transaction, eligible);
  const trying = eligible.filter(({ executionId }) => executionId === null || started.has(executionId));
  const entered = await insertEntries(transaction, trying);
  const missed = trying.filter((entrant) => !entered.has(entrant));
  await deleteExecutions(transaction, missed);
  const done = trying.filter((entrant) => entered.has(entrant));
  await enterFirstSteps(transaction, done, started);
  await insertSubjects(transaction, done);
  await recordAudit(transaction, done.map(auditOf));
  return entrants.map((entrant): Entry => {
    if (!entered.has(entrant)) return refused;
    const { executionId } = entrant;
    return executionId === null ? { started: false, reason: 'holdout' } : { started: true, executionId };
  });
}

/** The rows of a statement, as `rows`, in their order. */
const given = (columns: string): string => `json_to_recordset(cast(:rows as json)) as given (${columns})`;

/** Those who entered before: by the same cause, or by any where the journey is entered once. The held out are found by their entry. */
async function findEntered(transaction: Database, entrants: readonly Entrant[]): Promise<ReadonlySet<Entrant>> {
  const [first] = entrants;
  if (first === undefined) return new Set();
  const rows = await preparedRows<{ position: number }>(
    transaction,
    'find-entered',
    `select given.position from ${given('position integer, journey_id text, end_user_id text, cause text, once boolean')}
        where exists (select from journey_entries e
                       where e.workspace_id = :workspaceId and e.journey_id = given.journey_id
                         and e.end_user_id = given.end_user_id and (given.once or e.cause = given.cause))`,
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
  return new Set(rows.flatMap(({ position }) => entrants[position] ?? []));
}

/** @returns when those start that were inserted, by their ids: none where one runs that excludes it */
async function insertExecutions(
  transaction: Database,
  entrants: readonly Entrant[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = entrants.flatMap(({ candidate, executionId }) => {
    if (executionId === null) return [];
    const { journey } = candidate;
    return {
      workspace_id: journey.workspaceId,
      id: executionId,
      journey_id: journey.journeyId,
      version: journey.version,
      end_user_id: candidate.endUserId,
      exclusive: journey.reentry !== 'always',
      current_step_id: journey.entryStep.id,
      event_id: candidate.cause,
      event_data: candidate.eventData,
      goal_event_name: journey.goalEventName,
      at: candidate.at.toISOString(),
      days: journey.goalEventWindowDays,
      idempotency_key: candidate.idempotencyKey ?? null,
    };
  });
  if (rows.length === 0) return new Map();
  const inserted = await preparedRows<{ id: string; startedAt: Date }>(
    transaction,
    'insert-executions',
    `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id, event_id,
                               event_data, goal_event_name, goal_until, idempotency_key)
       select workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id, event_id, event_data,
              goal_event_name, at + days * interval '24 hours', idempotency_key
         from ${given(
           `workspace_id text, id text, journey_id text, version integer, end_user_id text, exclusive boolean,
            current_step_id text, event_id text, event_data jsonb, goal_event_name text, at timestamptz, days float8,
            idempotency_key text`,
         )}
       on conflict do nothing returning id, started_at as "startedAt"`,
    { rows: JSON.stringify(rows) },
  );
  return new Map(inserted.map(({ id, startedAt }) => [id, startedAt]));
}

/** @returns those whose entry was inserted */
async function insertEntries(transaction: Database, entrants: readonly Entrant[]): Promise<ReadonlySet<Entrant>> {
  if (entrants.length === 0) return new Set();
  const rows = entrants.map(({ candidate: { journey, endUserId, cause, at }, executionId }) => ({
    workspace_id: journey.workspaceId,
    journey_id: journey.journeyId,
    end_user_id: endUserId,
    cause,
    version: journey.version,
    cohort: executionId === null ? 'holdout' : 'exposed',
    once: journey.reentry === 'once',
    execution_id: executionId,
    entered_at: at.toISOString(),
  }));
  const inserted = await preparedRows<{ key: string[]; executionId: string | null }>(
    transaction,
    'insert-entries',
    `insert into journey_entries (workspace_id, journey_id, end_user_id, cause, version, cohort, once, execution_id,
                                    entered_at)
       select * from ${given(
         `workspace_id text, journey_id text, end_user_id text, cause text, version integer, cohort text, once boolean,
          execution_id text, entered_at timestamptz`,
       )}
       on conflict do nothing returning array[journey_id, end_user_id, cause] as key, execution_id as "executionId"`,
    { rows: JSON.stringify(rows) },
  );
  const kept = new Map(inserted.map(({ key, executionId }) => [JSON.stringify(key), executionId]));
  const entered = entrants.filter(({ candidate: { journey, endUserId, cause }, executionId }) => {
    const key = JSON.stringify([journey.journeyId, endUserId, cause]);
    // Of several with one cause the first has entered.
    return kept.get(key) === executionId && kept.delete(key);
  });
  return new Set(entered);
}

/** Of those whose entry another transaction was first to make. */
async function deleteExecutions(transaction: Database, entrants: readonly Entrant[]): Promise<void> {
  const ids = entrants.flatMap(({ executionId }) => executionId ?? []);
  const [first] = entrants;
  if (first === undefined || ids.length === 0) return;
  await transaction('executions')
    .where({ workspace_id: first.candidate.journey.workspaceId })
    .whereIn('id', ids)
    .delete();
}

/**
 * The runs stand at their first step from this commit on, whether or not a worker is there: what the step waits for may come at once.
 * An exit is recorded with the run's end. Waits begin by the database's clock, so that neither a late event nor the clock of a process shortens one.
 */
async function enterFirstSteps(
  transaction: Database,
  entrants: readonly Entrant[],
  started: ReadonlyMap<string, Date>,
): Promise<void> {
  await insertSteps(
    transaction,
    entrants.flatMap(({ candidate: { journey, at: enteredAt, timezone }, executionId }) => {
      const { workspaceId, entryStep } = journey;
      const startedAt = started.get(executionId ?? '');
      if (executionId === null || startedAt === undefined || entryStep.kind === 'exit') return [];
      return { workspaceId, executionId, entry: stepEntry(entryStep, startedAt, timezone), enteredAt };
    }),
  );
}

/** A subject counts by the first entry: cohort, version and the window in which a goal event counts. */
async function insertSubjects(transaction: Database, entrants: readonly Entrant[]): Promise<void> {
  if (entrants.length === 0) return;
  const rows = entrants.map(({ candidate: { journey, endUserId, at }, executionId }) => ({
    workspace_id: journey.workspaceId,
    journey_id: journey.journeyId,
    end_user_id: endUserId,
    version: journey.version,
    cohort: executionId === null ? 'holdout' : 'exposed',
    at: at.toISOString(),
    goal: journey.goalEventName,
    days: journey.goalEventWindowDays,
  }));
  await preparedRows(
    transaction,
    'insert-subjects',
    `insert into journey_subjects (workspace_id, journey_id, end_user_id, version, cohort, first_entered_at, goal_event_name,
                                   goal_until)
     select workspace_id, journey_id, end_user_id, version, cohort, at, goal, at + days * interval '24 hours'
       from ${given(
         `workspace_id text, journey_id text, end_user_id text, version integer, cohort text, at timestamptz, goal text,
          days float8`,
       )}
     on conflict do nothing`,
    { rows: JSON.stringify(rows) },
  );
}

const auditOf = ({ candidate: { journey, endUserId, actor = 'system' }, executionId }: Entrant): AuditEntry => ({
  workspaceId: journey.workspaceId,
  subjectType: 'journey',
  subjectId: journey.journeyId,
  actor,
  action: executionId === null ? 'execution.held_out' : 'execution.started',
  metadata: { endUserId, version: journey.version, ...(executionId !== null && { executionId }) },
});
