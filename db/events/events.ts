import type { NewEvent } from '../../domain/events/event';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';
import { creationOfPeople, type NewPerson } from '../end-users/named-people';

/** An event with what storing adds to it. */
export interface EventToStore extends NewEvent {
  workspaceId: string;
  id: string;
  receivedAt: Date;
  /** The person that a keyed caller named; null when only its visitor can tell. */
  endUserId: string | null;
  /** The W3C `traceparent` of what brought it, for what it causes. It is not stored with the event. */
  traceparent?: string | null;
}

/** What came of events that were to be stored. */
export interface Insertion {
  /** False: nothing is stored, as more is to be done, or something waits for one of the events and they were not to be stored then. */
  isDone: boolean;
  /** The people of those that were stored, by their ids: repeats are not. */
  stored: ReadonlyMap<string, string | null>;
  awaitedBy: AwaitedBy;
}

/** What waits for one of the events, by its name. */
export interface AwaitedBy {
  /** A published journey starts by it. */
  journeys: boolean;
  /** It is the goal of a journey. */
  goals: boolean;
  /** A run waits for it. */
  runs: boolean;
}

/** @property unlessAwaited stores nothing when a journey, a goal or a run waits for one of the events */
interface InsertionOptions {
  unlessAwaited?: boolean;
}

/**
 * Stores events, of any number of workspaces, in one statement. A `messageId` that its workspace has sent within 24 h is a
 * repeat and is left out, also when two processes store it at once: the second waits for the first to commit. Message ids are
 * taken in order, so that two statements with the same ones wait for each other instead of deadlocking.
 *
 * The days that the events change are queued for the rollups and completions with them, bots left out.
 */
export async function insertEvents(
  database: Database,
  events: readonly EventToStore[],
  { unlessAwaited = false }: InsertionOptions = {},
): Promise<Insertion> {
  const [name, text] = unlessAwaited
    ? (['insert-events-unless-awaited', insertUnlessAwaited] as const)
    : (['insert-events', insertAll] as const);
  return insertion(await preparedRows<InsertedRow>(database, name, text, [JSON.stringify(withoutOwnRepeats(events))]));
}

/**
 * Creates people and stores events, of these and others, in one statement, unless more is to be done: one of the known people is not
 * there any more, or an address is that of a person who was erased. An address that has a person by then keeps that person, and so do
 * the events.
 * @param events name new people by the ids that these have in `created`
 */
export async function insertEventsOfPeople(
  database: Database,
  created: readonly NewPerson[],
  events: readonly EventToStore[],
  { unlessAwaited = false }: InsertionOptions = {},
): Promise<Insertion> {
  const given = [withoutOwnRepeats(events), created].map((rows) => JSON.stringify(rows));
  const [name, text] = unlessAwaited
    ? (['insert-events-of-people-unless-awaited', insertOfPeopleUnlessAwaited] as const)
    : (['insert-events-of-people', insertOfPeople] as const);
  return insertion(await preparedRows<InsertedRow>(database, name, text, given));
}

/** An event that was stored, or nulls when none was, with what is the same in all rows. */
interface InsertedRow extends AwaitedBy {
  id: string | null;
  endUserId: string | null;
  stop: boolean;
}

function insertion(rows: readonly InsertedRow[]): Insertion {
  const [{ stop, journeys, goals, runs }] = rows as [InsertedRow];
  const stored = new Map(rows.flatMap(({ id, endUserId }) => (id === null ? [] : [[id, endUserId]])));
  return { isDone: !stop, stored, awaitedBy: { journeys, goals, runs } };
}

const awaitedBy = `
           exists (
           select from (select distinct "workspaceId", type from sent) s
             join journey_versions v on v.workspace_id = s."workspaceId" and v.trigger_event_name = s.type
             join journeys j on j.workspace_id = v.workspace_id and j.id = v.journey_id and j.latest_version = v.version
            where j.status = 'published') as journeys,
           exists (
           select from (select distinct "workspaceId", type from sent) s
             join journey_versions v on v.workspace_id = s."workspaceId" and v.goal_event_name = s.type) as goals,
           exists (
           select from (select distinct "workspaceId", type from sent) s
             join execution_steps w on w.workspace_id = s."workspaceId" and w.awaits_event = s.type and w.left_at is null) as runs`;

interface InsertionParts {
  /** When nothing is stored. */
  unless: string;
  /** Common table expressions before it, each with a comma after it. */
  before?: string;
  /** Those after it. */
  after?: string;
  /** The person of a row of `given`, by what is joined to it. */
  person?: string;
  join?: string;
}

const insertionText = ({
  unless,
  before = '',
  after = '',
  person = '"endUserId"',
  join = '',
}: InsertionParts): string => `
       with sent as materialized (
         select * from json_to_recordset(?::json) as g ("workspaceId" text, id text, "occurredAt" timestamptz,
           "receivedAt" timestamptz, type text, "visitorId" text, "userId" text, "endUserId" text, url text, referrer text,
           channel text, device text, data jsonb, "messageId" text, "clockAdjusted" boolean, "isBot" boolean)
       ), ${before} awaited as materialized (
         select by.*, ${unless} as stop from (select ${awaitedBy}) by
       ), ${after} given as (
         select *, ${person} as "personId" from sent ${join} where not (select stop from awaited)
       ), fresh as (
         insert into event_messages as m (workspace_id, message_id, received_at)
         select "workspaceId", "messageId", "receivedAt" from given where "messageId" is not null order by 1, 2
         on conflict (workspace_id, message_id) do update set received_at = excluded.received_at
           where m.received_at < excluded.received_at - interval '24 hours'
         returning workspace_id, message_id
       ), stored as (
         insert into events (workspace_id, id, occurred_at, received_at, type, visitor_id, user_id, end_user_id, url, referrer,
                             channel, device, data, message_id, clock_adjusted, is_bot)
         select "workspaceId", id, "occurredAt", "receivedAt", type, "visitorId", "userId", "personId", url, referrer,
                channel, device, data, "messageId", "clockAdjusted", "isBot"
           from given
          where "messageId" is null or ("workspaceId", "messageId") in (select workspace_id, message_id from fresh)
         returning workspace_id, id, visitor_id, end_user_id, occurred_at, is_bot
       ), queued as (
         insert into rollup_queue (workspace_id, visitor_ids, times)
         select workspace_id, array_agg(name), array_agg(time) from (
           -- Days begin at a quarter of an hour in every timezone. Without a visitor, an event is named by its person or itself.
           select workspace_id, coalesce(visitor_id, end_user_id, id) as name, min(occurred_at) as time
             from stored where not is_bot
            group by 1, 2, date_bin('15 minutes', occurred_at, '2000-01-01Z')
         ) visits group by workspace_id
       )
       select stored.id, stored.end_user_id as "endUserId", awaited.* from awaited left join stored on true`;

const isAwaited = 'by.journeys or by.goals or by.runs';
const insertAll = insertionText({ unless: 'false' });
const insertUnlessAwaited = insertionText({ unless: isAwaited });

/** That more is to be done than to store events. */
const isMore = `exists (
           select from (select distinct "workspaceId", "endUserId" from sent where "endUserId" is not null) s
            where not exists (select from created c where c.id = s."endUserId")
              and not exists (select from end_users u where u.workspace_id = s."workspaceId" and u.id = s."endUserId"))
           or exists (
           select from created c
             join erased_names n on n.workspace_id = c."workspaceId" and n.hash = decode(c.hash, 'hex'))`;

const ofPeople = {
  before: `created as materialized (
         select * from json_to_recordset(?::json) as g ("workspaceId" text, id text, email text, hash text)
       ),`,
  after: `people as (${creationOfPeople('created where not (select stop from awaited)')}), named as materialized (
         select c.id as new_id, p.id as person_id
           from created c join people p on p."workspaceId" = c."workspaceId" and p.email = c.email
       ),`,
  person: 'coalesce(person_id, "endUserId")',
  join: 'left join named on new_id = "endUserId"',
};
const insertOfPeople = insertionText({ ...ofPeople, unless: isMore });
const insertOfPeopleUnlessAwaited = insertionText({ ...ofPeople, unless: `${isAwaited} or ${isMore}` });

/** Of events with the same message id, the first: a statement cannot meet one row twice. */
function withoutOwnRepeats(events: readonly EventToStore[]): EventToStore[] {
  const seen = new Set<string>();
  return events.filter(({ workspaceId, messageId }) => {
    if (messageId === null) return true;
    const key = `${workspaceId} ${messageId}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
