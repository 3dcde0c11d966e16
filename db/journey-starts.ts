import { evaluate } from '../domain/conditions/evaluate';
import type { Condition } from '../domain/conditions/schemas';
import { cohortOf } from '../domain/journeys/holdout';
import type { JourneyStep, Reentry } from '../domain/journeys/schemas';
import type { JsonObject } from '../domain/json/schemas';
import { recordAudit } from './audit';
import { newId, rowsOf, type Database } from './connection';
import { findEndUsers, type EndUser } from './end-users';
import { findVerifiedEndUsers } from './identity';
import type { EventToStore } from './events';
import { enqueue } from './outbox';

/** Events that start journeys: decided and written in the transaction that stores the events. */

interface TriggeredJourney {
  workspaceId: string;
  journeyId: string;
  version: number;
  eventName: string;
  where: Condition | null;
  /** 0 to 100 */
  holdoutPercent: number;
  reentry: Reentry;
  entryStep: Pick<JourneyStep, 'id' | 'kind'>;
}

interface TriggeredJourneyRow {
  journey_id: string;
  version: number;
  event_name: string;
  where: Condition | null;
  holdout_percent: string;
  reentry: Reentry;
  entry_step: Pick<JourneyStep, 'id' | 'kind'>;
}

interface Candidate {
  journey: TriggeredJourney;
  endUserId: string;
  /** What the entry is unique by, for its journey and subject. */
  cause: string;
  eventData: JsonObject;
  at: Date;
}

/**
 * Starts every published journey that the events trigger, for the people that they name or that their visitors are verified to be. At most one
 * execution for each subject and event; re-entry rules hold under concurrency by unique indexes. The workflows themselves are
 * started by the outbox.
 * @returns ids of the new executions
 */
export async function startTriggeredJourneys(
  transaction: Database,
  workspaceId: string,
  events: readonly EventToStore[],
): Promise<string[]> {
  const journeys = await findTriggeredJourneys(transaction, workspaceId, [...new Set(events.map(({ type }) => type))]);
  if (journeys.length === 0) return [];
  const visitors = [
    ...new Set(events.flatMap(({ visitorId, endUserId }) => (endUserId === null ? (visitorId ?? []) : []))),
  ];
  const subjects = await findVerifiedEndUsers(transaction, workspaceId, visitors);
  const named = events.flatMap(({ endUserId }) => endUserId ?? []);
  const people = await findPeopleAskedAbout(transaction, workspaceId, journeys, [...subjects.values(), ...named]);
  const candidates = events.flatMap((event) => candidatesOf(event, journeys, { subjects, people })).sort(inLockOrder);
  const executionIds: string[] = [];
  for (const candidate of candidates) {
    const executionId = await enter(transaction, candidate);
    if (executionId !== null) executionIds.push(executionId);
  }
  await enqueue(
    transaction,
    executionIds.map((subjectId) => ({ workspaceId, kind: 'start_execution', subjectId })),
  );
  return executionIds;
}

async function findTriggeredJourneys(
  transaction: Database,
  workspaceId: string,
  eventNames: readonly string[],
): Promise<TriggeredJourney[]> {
  const rows = await rowsOf<TriggeredJourneyRow>(
    transaction.raw(
      `select v.journey_id, v.version, c.event_name, c."where", v.holdout_percent, v.reentry,
              jsonb_build_object('id', v.steps -> 0 ->> 'id', 'kind', v.steps -> 0 ->> 'kind') as entry_step
         from trigger_contracts c
         join journey_versions v on v.workspace_id = c.workspace_id and v.trigger_contract_id = c.id
         join journeys j on j.workspace_id = v.workspace_id and j.id = v.journey_id and j.latest_version = v.version
        where c.workspace_id = ? and c.event_name = any(?::text[]) and j.status = 'published'`,
      [workspaceId, [...eventNames]],
    ),
  );
  return rows.map((row) => ({
    workspaceId,
    journeyId: row.journey_id,
    version: row.version,
    eventName: row.event_name,
    where: row.where,
    holdoutPercent: Number(row.holdout_percent),
    reentry: row.reentry,
    entryStep: row.entry_step,
  }));
}

/** The subjects as conditions see them; nobody is read while no journey has a condition. */
async function findPeopleAskedAbout(
  transaction: Database,
  workspaceId: string,
  journeys: readonly TriggeredJourney[],
  ids: readonly string[],
): Promise<Map<string, EndUser>> {
  return journeys.some(({ where }) => where !== null) ? findEndUsers(transaction, workspaceId, ids) : new Map();
}

function candidatesOf(
  event: EventToStore,
  journeys: readonly TriggeredJourney[],
  { subjects, people }: { subjects: ReadonlyMap<string, string>; people: ReadonlyMap<string, EndUser> },
): Candidate[] {
  const endUserId = event.endUserId ?? (event.visitorId === null ? undefined : subjects.get(event.visitorId));
  if (endUserId === undefined || event.isBot) return [];
  const facts = { ...people.get(endUserId), event };
  return journeys
    .filter(({ eventName, where }) => eventName === event.type && (where === null || evaluate(where, facts)))
    .map((journey) => ({ journey, endUserId, cause: event.id, eventData: event.data, at: event.occurredAt }));
}

/** Writers that meet on the same subjects take the same order, so that none waits for another in a circle. */
function inLockOrder(a: Candidate, b: Candidate): number {
  const [left, right] = [a, b].map(({ journey, endUserId }) => `${journey.journeyId} ${endUserId}`) as [string, string];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Enters one subject. @returns the new execution's id; null when held out, or when the re-entry rule keeps the subject out */
async function enter(transaction: Database, candidate: Candidate): Promise<string | null> {
  const { journey, endUserId } = candidate;
  const subject = { workspaceId: journey.workspaceId, journeyId: journey.journeyId, endUserId };
  if (cohortOf(subject, journey.holdoutPercent) === 'holdout') {
    if (await insertEntry(transaction, candidate, null)) await audit(transaction, candidate, 'execution.held_out');
    return null;
  }
  if (journey.reentry === 'once' && (await hasEntered(transaction, candidate))) return null;
  const executionId = await insertExecution(transaction, candidate);
  if (executionId === null) return null;
  if (!(await insertEntry(transaction, candidate, executionId))) {
    await transaction('executions').where({ workspace_id: journey.workspaceId, id: executionId }).delete();
    return null;
  }
  await audit(transaction, candidate, 'execution.started', executionId);
  return executionId;
}

async function hasEntered(transaction: Database, { journey, endUserId }: Candidate): Promise<boolean> {
  const entry = await transaction('journey_entries')
    .where({ workspace_id: journey.workspaceId, journey_id: journey.journeyId, end_user_id: endUserId })
    .first('cause');
  return entry !== undefined;
}

async function insertExecution(transaction: Database, candidate: Candidate): Promise<string | null> {
  const { journey } = candidate;
  const rows = await rowsOf<{ id: string }>(
    transaction.raw(
      `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id, event_id,
                               event_data)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (workspace_id, journey_id, end_user_id) where status = 'RUNNING' and exclusive do nothing
       returning id`,
      [
        journey.workspaceId,
        newId('execution'),
        journey.journeyId,
        journey.version,
        candidate.endUserId,
        journey.reentry !== 'always',
        journey.entryStep.id,
        candidate.cause,
        JSON.stringify(candidate.eventData),
      ],
    ),
  );
  return rows[0]?.id ?? null;
}

async function insertEntry(transaction: Database, candidate: Candidate, executionId: string | null): Promise<boolean> {
  const { journey } = candidate;
  const rows = await rowsOf(
    transaction.raw(
      `insert into journey_entries (workspace_id, journey_id, end_user_id, cause, version, cohort, once, execution_id,
                                    entered_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict do nothing returning cause`,
      [
        journey.workspaceId,
        journey.journeyId,
        candidate.endUserId,
        candidate.cause,
        journey.version,
        executionId === null ? 'holdout' : 'exposed',
        journey.reentry === 'once',
        executionId,
        candidate.at,
      ],
    ),
  );
  return rows.length > 0;
}

async function audit(
  transaction: Database,
  { journey, endUserId }: Candidate,
  action: 'execution.started' | 'execution.held_out',
  executionId?: string,
): Promise<void> {
  await recordAudit(transaction, [
    {
      workspaceId: journey.workspaceId,
      subjectType: 'journey',
      subjectId: journey.journeyId,
      actor: 'system',
      action,
      metadata: { endUserId, version: journey.version, ...(executionId === undefined ? {} : { executionId }) },
    },
  ]);
}
