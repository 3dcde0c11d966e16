import type { ActivityKind } from '../../domain/end-users/activity/kinds';
import type { JsonObject } from '../../domain/json/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Something that happened to a person. */
export interface Happening {
  kind: ActivityKind;
  /** Unique among the happenings of a person. */
  id: string;
  at: Date;
  /** `at` with microseconds, as ISO 8601 text. With the id, it is the place in the list. */
  position: string;
  /** When the service received it. */
  processedAt: Date;
  /** What was stored. */
  facts: JsonObject;
}

export interface ActivityPage {
  workspaceId: string;
  endUserId: string;
  kinds: readonly ActivityKind[];
  /** ISO 8601 times; the earliest is included, the last is not. */
  since: string | undefined;
  until: string | undefined;
  /** The place of the previous page's last item. */
  before: { position: string; id: string } | undefined;
  limit: number;
}

/** Lists what happened to a person, newest first. */
export async function listActivity(snapshot: Database, page: ActivityPage): Promise<Happening[]> {
  const { workspaceId, endUserId, kinds, since, until, before, limit } = page;
  const others = kinds.filter((kind) => kind !== 'event');
  const values = {
    workspaceId,
    endUserId,
    limit,
    kinds: others,
    since: since ?? '-infinity',
    // Nothing has an empty id, so a page without a previous one excludes `until` itself.
    at: before?.position ?? until ?? 'infinity',
    id: before?.id ?? '',
  };
  const found: Happening[] = kinds.includes('event') ? await rowsOf<Happening>(snapshot.raw(eventsOf, values)) : [];
  if (others.length > 0) found.push(...(await rowsOf<Happening>(snapshot.raw(otherHappenings, values))));
  return found.sort(newestFirst).slice(0, limit);
}

const newestFirst = (one: Happening, other: Happening): number =>
  compare(other.position, one.position) || compare(other.id, one.id);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Reads at most `:limit` events of the person and of each of their visitors. */
const eventsOf = `
  select 'event' as kind, 'event:' || v.id as id, v.occurred_at as at,
         to_char(v.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position,
         v.received_at as "processedAt",
         jsonb_build_object('type', v.type, 'url', v.url, 'referrer', v.referrer, 'data', v.data,
           'visitorId', v.visitor_id, 'userId', v.user_id, 'messageId', v.message_id, 'channel', v.channel,
           'device', v.device, 'isBot', v.is_bot) as facts
    from (
      (select v.* from events v
        where v.workspace_id = :workspaceId and v.end_user_id = :endUserId
          and v.occurred_at >= cast(:since as timestamptz) and v.occurred_at <= cast(:at as timestamptz)
          and (v.occurred_at, ('event:' || v.id) collate "C") < (cast(:at as timestamptz), :id)
        order by v.occurred_at desc, v.id collate "C" desc limit :limit)
      union all
      select seen.* from current_visitor_links l cross join lateral (
        select v.* from events v
         where v.workspace_id = :workspaceId and v.visitor_id = l.visitor_id and v.end_user_id is null
           and v.occurred_at >= cast(:since as timestamptz) and v.occurred_at <= cast(:at as timestamptz)
           and (v.occurred_at, ('event:' || v.id) collate "C") < (cast(:at as timestamptz), :id)
         order by v.occurred_at desc, v.id collate "C" desc limit :limit) seen
       where l.workspace_id = :workspaceId and l.end_user_id = :endUserId
    ) v
   order by v.occurred_at desc, v.id collate "C" desc limit :limit`;

const otherHappenings = `
  select kind, id, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position,
         at as "processedAt", facts
    from person_activity
   where workspace_id = :workspaceId and end_user_id = :endUserId and kind = any(:kinds)
     and at >= cast(:since as timestamptz) and (at, id collate "C") < (cast(:at as timestamptz), :id)
   order by at desc, id collate "C" desc limit :limit`;
