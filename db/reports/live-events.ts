import type { Condition } from '../../domain/conditions/schemas';
import type { JsonObject } from '../../domain/json/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { findVisitorsOf } from '../identity/identity';

/** Events for the page of live events. */
export interface LiveEventRow {
  id: string;
  type: string;
  occurredAt: Date;
  receivedAt: Date;
  visitorId: string | null;
  userId: string | null;
  endUserId: string | null;
  url: string | null;
  referrer: string | null;
  channel: string | null;
  device: string | null;
  data: JsonObject;
  messageId: string | null;
  clockAdjusted: boolean;
  isBot: boolean;
}

const columns = `e.id, e.type, e.occurred_at as "occurredAt", e.received_at as "receivedAt", e.visitor_id as "visitorId",
  e.user_id as "userId", e.end_user_id as "endUserId", e.url, e.referrer, e.channel, e.device, e.data,
  e.message_id as "messageId", e.clock_adjusted as "clockAdjusted", e.is_bot as "isBot"`;

/** Finds events by their keys. */
export const findLiveEvents = (
  database: Database,
  workspaceId: string,
  keys: { ids: readonly string[]; times: readonly string[] },
): Promise<LiveEventRow[]> =>
  rowsOf<LiveEventRow>(
    database.raw(
      `select ${columns} from unnest(cast(:ids as text[]), cast(:times as timestamptz[])) k (id, at)
         join events e on e.workspace_id = :workspaceId and e.occurred_at = k.at and e.id = k.id`,
      { workspaceId, ids: [...keys.ids], times: [...keys.times] },
    ),
  );

/** Each given field narrows the events. */
export interface LiveFilter {
  type?: string | undefined;
  visitorId?: string | undefined;
  personId?: string | undefined;
}

/** Maximum number of visitors of a person to read, latest link first. */
const maxVisitors = 20;

/** Lists the newest events that match, by when they happened. Each index lookup is limited, however many events exist. */
export async function listNewestEvents(
  database: Database,
  workspaceId: string,
  { type, visitorId, personId }: LiveFilter,
  limit: number,
): Promise<LiveEventRow[]> {
  const newest = (where: string): string =>
    `(select ${columns} from events e where e.workspace_id = :workspaceId and ${where}
        ${type === undefined ? '' : 'and e.type = :type'}
       order by e.occurred_at desc limit :limit)`;
  const ofVisitors = `select n.* from unnest(cast(:visitors as text[])) v (id) cross join lateral
    ${newest('e.visitor_id = v.id')} n`;
  const visitors = personId === undefined ? [] : await findVisitorsOf(database, workspaceId, personId, maxVisitors);
  const found =
    personId !== undefined
      ? `${ofVisitors} union ${newest('e.end_user_id = :personId')}`
      : visitorId === undefined
        ? newest('true')
        : ofVisitors;
  return rowsOf<LiveEventRow>(
    database.raw(`select * from (${found}) f order by "occurredAt" desc, id desc limit :limit`, {
      workspaceId,
      limit,
      visitors: visitorId === undefined ? visitors : visitors.concat(personId === undefined ? visitorId : []),
      ...(type !== undefined && { type }),
      ...(personId !== undefined && { personId }),
    }),
  );
}

/** What an event did in a journey. */
export interface EventEffect {
  /** `entered`: the person is in the journey or its holdout group, by any event. */
  kind: 'started' | 'goal' | 'matched' | 'entered';
  /** Null for `entered`. */
  eventId: string | null;
  journeyId: string;
  endUserId: string;
  executionId: string | null;
}

/**
 * Finds what events of people did in journeys: executions that they started, goals that they reached and waits that
 * they ended. Also finds which of the people entered the given journeys.
 */
export const findEventEffects = (
  database: Database,
  workspaceId: string,
  { eventIds, people, journeyIds }: { eventIds: string[]; people: string[]; journeyIds: string[] },
): Promise<EventEffect[]> =>
  rowsOf<EventEffect>(
    database.raw(
      `with theirs as materialized (
         select id, journey_id, end_user_id, event_id, goal_event_id from executions
          where workspace_id = :workspaceId and end_user_id = any (cast(:people as text[]))
       )
       select 'started' as kind, event_id as "eventId", journey_id as "journeyId", end_user_id as "endUserId",
              id as "executionId"
         from theirs where event_id = any (cast(:eventIds as text[]))
       union all
       select 'goal', goal_event_id, journey_id, end_user_id, id
         from theirs where goal_event_id = any (cast(:eventIds as text[]))
       union all
       select 'goal', s.goal_event_id, t.journey_id, t.end_user_id, max(t.id)
         from theirs t join journey_subjects s on s.workspace_id = :workspaceId
          and s.journey_id = t.journey_id and s.end_user_id = t.end_user_id
        where s.goal_event_id = any (cast(:eventIds as text[])) group by 1, 2, 3, 4
       union all
       select 'matched', s.heard_event_id, t.journey_id, t.end_user_id, t.id
         from theirs t join execution_steps s on s.workspace_id = :workspaceId and s.execution_id = t.id
        where s.heard_event_id = any (cast(:eventIds as text[]))
       union all
       select distinct 'entered', null, journey_id, end_user_id, null
         from journey_entries
        where workspace_id = :workspaceId and journey_id = any (cast(:journeyIds as text[]))
          and end_user_id = any (cast(:people as text[]))`,
      { workspaceId, eventIds, people, journeyIds },
    ),
  );

/** A published or paused journey that an event name triggers, with the conditions of its current version. */
export interface TriggeredJourney {
  journeyId: string;
  eventName: string;
  isPaused: boolean;
  publishedAt: Date;
  holdoutPercent: number;
  where: Condition | null;
  audience: Condition | null;
}

export const listTriggeredJourneys = (
  database: Database,
  workspaceId: string,
  eventNames: readonly string[],
): Promise<TriggeredJourney[]> =>
  rowsOf<TriggeredJourney>(
    database.raw(
      `select j.id as "journeyId", v.trigger_event_name as "eventName", j.status = 'paused' as "isPaused",
              v.published_at as "publishedAt", v.holdout_percent::float8 as "holdoutPercent", v.trigger_where as "where",
              v.audience_condition as audience
         from journeys j join journey_versions v
           on v.workspace_id = j.workspace_id and v.journey_id = j.id and v.version = j.latest_version
        where j.workspace_id = ? and j.status in ('published', 'paused') and v.trigger_event_name = any (cast(? as text[]))
        order by j.id`,
      [workspaceId, [...eventNames]],
    ),
  );

/** Returns the names of journeys by id. */
export async function findJourneyNames(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database('journeys')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...new Set(ids)])
    .select<{ id: string; name: string }[]>('id', 'name');
  return new Map(rows.map(({ id, name }) => [id, name]));
}
