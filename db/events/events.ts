import type { NewEvent } from '../../domain/events/event';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { NewPerson } from '../end-users/named-people';
import { notedEvents } from './live-arrivals';

/** An event with the fields that are added when it is stored. */
export interface EventToStore extends NewEvent {
  workspaceId: string;
  id: string;
  receivedAt: Date;
  /** The person that an authenticated caller named; null if only its visitor can identify the person. */
  endUserId: string | null;
  /**
   * The W3C `traceparent` of the event's origin, passed on to the work that it causes. It is not stored with the event.
   */
  traceparent?: string | null;
}

/** The result of storing events. */
export interface Insertion {
  /**
   * False if nothing was stored: people have to be resolved first, or something waits for one of the events and the
   * caller set `unlessAwaited`.
   */
  isDone: boolean;
  /** The people of the stored events by event id. Repeats are not stored and not included. */
  stored: ReadonlyMap<string, string | null>;
  awaitedBy: AwaitedBy;
}

/** The objects that use an event, by event name. */
export interface AwaitedBy {
  /** Whether a paused journey has this trigger. */
  pausedJourneys: boolean;
  /** Whether a published journey has this trigger. */
  journeys: boolean;
  /** It is the goal of a journey. */
  goals: boolean;
  /** An execution waits for it. */
  runs: boolean;
}

/**
 * Options for storing events.
 * @property unlessAwaited stores nothing if a journey, a goal or an execution waits for one of the events
 */
interface InsertionOptions {
  unlessAwaited?: boolean;
}

/**
 * Stores events of any number of workspaces in one statement. An event is a repeat and is skipped if its workspace has
 * sent its `messageId` within 24 h, even if two processes store it at the same time: the second waits for the first to
 * commit. Message ids are inserted in order, so that two statements with the same ids wait for each other instead of
 * deadlocking.
 *
 * The same statement queues the affected days for the rollups and completions, except for bots, and notes the events of
 * workspaces with an open page of live events.
 */
export async function insertEvents(
  database: Database,
  events: readonly EventToStore[],
  { unlessAwaited = false }: InsertionOptions = {},
): Promise<Insertion> {
  return insertInOneStatement(database, { events, created: [], unlessAwaited, checksPeople: false });
}

/**
 * Creates people and stores their events and those of known people in one statement. Stores nothing if a known person
 * no longer exists, or if an address belongs to an erased person. If an address has a person by then, that person gets
 * the events.
 * @param events reference new people by their ids in `created`
 */
export async function insertEventsOfPeople(
  database: Database,
  created: readonly NewPerson[],
  events: readonly EventToStore[],
  { unlessAwaited = false }: InsertionOptions = {},
): Promise<Insertion> {
  return insertInOneStatement(database, { events, created, unlessAwaited, checksPeople: true });
}

/** A stored event, or nulls if none was stored, with values that are the same in all rows. */
interface InsertedRow extends AwaitedBy {
  id: string | null;
  endUserId: string | null;
  stop: boolean;
}

interface ToInsert {
  events: readonly EventToStore[];
  created: readonly NewPerson[];
  unlessAwaited: boolean;
  /** Stores nothing if people have to be resolved first. */
  checksPeople: boolean;
}

async function insertInOneStatement(
  database: Database,
  { events, created, unlessAwaited, checksPeople }: ToInsert,
): Promise<Insertion> {
  const rows = await preparedRows<InsertedRow>(database, 'insert-events', insertion, {
    events: JSON.stringify(withoutOwnRepeats(events)),
    created: JSON.stringify(created),
    unlessAwaited,
    checksPeople,
    notedEvents,
  });
  const [{ stop, pausedJourneys, journeys, goals, runs }] = rows as [InsertedRow];
  const stored = new Map(rows.flatMap(({ id, endUserId }) => (id === null ? [] : [[id, endUserId]])));
  return { isDone: !stop, stored, awaitedBy: { pausedJourneys, journeys, goals, runs } };
}

/**
 * Whether a journey awaits an event mirrors isAllowed (domain/journeys/lifecycle.ts): `published` allows `start`, `paused`
 * allows `resume`. test/db/startable-guard.test.ts compares them.
 *
 * Days start at a quarter of an hour in every timezone, so the queue for the rollups has at most one time per quarter.
 * An event without a visitor is queued by its person, else by its own id.
 */
const insertion = `
  with sent as materialized (
    select * from json_to_recordset(cast(:events as json)) as g ("workspaceId" text, id text, "occurredAt" timestamptz,
      "receivedAt" timestamptz, type text, "visitorId" text, "userId" text, "endUserId" text, url text, referrer text,
      channel text, device text, data jsonb, "messageId" text, "clockAdjusted" boolean, "isBot" boolean)
  ), created as materialized (
    select * from json_to_recordset(cast(:created as json)) as g ("workspaceId" text, id text, email text, hash text)
  ), types as (
    select distinct "workspaceId", type from sent
  ), awaited as materialized (
    select by.*, (cast(:unlessAwaited as boolean) and (by.journeys or by.goals or by.runs))
                 or (cast(:checksPeople as boolean) and (exists (
                       select from (select distinct "workspaceId", "endUserId" from sent where "endUserId" is not null) s
                        where not exists (select from created c where c.id = s."endUserId")
                          and not exists (
                            select from end_users u where u.workspace_id = s."workspaceId" and u.id = s."endUserId"))
                     or exists (
                       select from created c
                         join erased_names n on n.workspace_id = c."workspaceId" and n.hash = decode(c.hash, 'hex')))) as stop
      from (
        select exists (
                 select from types s
                   join journey_versions v on v.workspace_id = s."workspaceId" and v.trigger_event_name = s.type
                   join journeys j on j.workspace_id = v.workspace_id and j.id = v.journey_id and j.latest_version = v.version
                  where j.status = 'paused') as "pausedJourneys",
               exists (
                 select from types s
                   join journey_versions v on v.workspace_id = s."workspaceId" and v.trigger_event_name = s.type
                   join journeys j on j.workspace_id = v.workspace_id and j.id = v.journey_id and j.latest_version = v.version
                  where j.status = 'published') as journeys,
               exists (
                 select from types s
                   join journey_versions v on v.workspace_id = s."workspaceId" and v.goal_event_name = s.type) as goals,
               exists (
                 select from types s
                   join execution_steps w on w.workspace_id = s."workspaceId" and w.awaits_event = s.type
                                         and w.left_at is null) as runs
      ) by
  ), people as (
    insert into end_users as u (workspace_id, id, email)
    select "workspaceId", id, email from created where not (select stop from awaited)
    on conflict (workspace_id, email) where email is not null do update
      set email = excluded.email,
          marketing_consent = u.marketing_consent or coalesce(u.consent_source = 'public_stitch', false),
          consent_at = case when u.consent_source = 'public_stitch' then now() else u.consent_at end,
          consent_source = case when u.consent_source = 'public_stitch' then 'keyed_call' else u.consent_source end
    returning workspace_id, email, id
  ), named as materialized (
    select c.id as new_id, p.id as person_id
      from created c join people p on p.workspace_id = c."workspaceId" and p.email = c.email
  ), given as (
    select *, coalesce(person_id, "endUserId") as "personId"
      from sent left join named on new_id = "endUserId" where not (select stop from awaited)
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
      select workspace_id, coalesce(visitor_id, end_user_id, id) as name, min(occurred_at) as time
        from stored where not is_bot
       group by 1, 2, date_bin('15 minutes', occurred_at, '2000-01-01Z')
    ) visits group by workspace_id
  ), watched as (
    insert into live_arrivals (workspace_id, event_ids, times, events)
    select s.workspace_id, (array_agg(s.id order by s.id desc))[1:cast(:notedEvents as int)],
           (array_agg(s.occurred_at order by s.id desc))[1:cast(:notedEvents as int)], count(*)
      from stored s join live_viewers v on v.workspace_id = s.workspace_id and v.until > now()
     group by s.workspace_id
  )
  select stored.id, stored.end_user_id as "endUserId", awaited.* from awaited left join stored on true`;

/** Keeps the first of events with the same message id, because one statement cannot upsert the same row twice. */
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
