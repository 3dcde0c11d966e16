import { internalVisit } from '../../domain/analytics/channel';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { rebuildArrivals, recountArrivals, type MovedDay } from './visitor-arrivals';

/**
 * Daily figures per visitor, `visitor_days`, and their sums, `channel_days`. The queue of db/analytics/rollups.ts keeps
 * them up to date.
 */

/** The workspace and time range of the days. */
export interface DayScope {
  workspaceId: string;
  timezone: string;
  /** Days before this date are no longer counted; an ISO date or `-infinity`. */
  closedBefore: string;
}

interface VisitedDay {
  visitorId: string;
  /** ISO date. */
  day: string;
}

/** Columns of a visitor's day, computed from its events. An event that continues a previous visit has no channel. */
const countColumns = `
  min(occurred_at) as first_at, max(occurred_at) as last_at, count(*)::integer as events,
  (count(*) filter (where type = 'pageview'))::integer as pageviews,
  coalesce((array_agg(channel order by occurred_at, id) filter (where channel <> '${internalVisit}'))[1], 'direct') as channel`;

/**
 * A day consists of all instants with that local date. The bounds, widened by three hours, only prune partitions and
 * the index: when clocks go back at midnight, a day starts an hour before the instant that PostgreSQL returns for
 * midnight.
 */
const recountStatement = `
  with pairs as materialized (
    select day, visitor_id, day::timestamp at time zone :timezone - interval '3 hours' as lower_at,
           (day + 1)::timestamp at time zone :timezone + interval '3 hours' as upper_at
      from unnest(cast(:days as date[]), cast(:visitors as text[])) as p (day, visitor_id) where day >= cast(:closedBefore as date)
  ), counted as materialized (
    select p.day, p.visitor_id, e.* from pairs p cross join lateral (
      select ${countColumns} from events
       where workspace_id = :workspaceId and visitor_id = p.visitor_id and not is_bot
         and occurred_at >= p.lower_at and occurred_at < all(array[p.upper_at])
         and (occurred_at at time zone :timezone)::date = p.day
    ) e where e.events > 0
  ), last as materialized (
    select v.* from pairs p cross join lateral (
      select ctid as row_id, * from visitor_days
       where workspace_id = :workspaceId and day = p.day and visitor_id = p.visitor_id offset 0
    ) v
  ), stored as (
    insert into visitor_days as v (workspace_id, day, visitor_id, first_at, last_at, events, pageviews, channel)
    select :workspaceId, day, visitor_id, first_at, last_at, events, pageviews, channel from counted
    on conflict (workspace_id, day, visitor_id) do update
      set (first_at, last_at, events, pageviews, channel)
          = (excluded.first_at, excluded.last_at, excluded.events, excluded.pageviews, excluded.channel)
      where (v.first_at, v.last_at, v.events, v.pageviews, v.channel)
          is distinct from (excluded.first_at, excluded.last_at, excluded.events, excluded.pageviews, excluded.channel)
  ), gone as (
    -- Hashed, unlike an anti-join of two results whose size the planner does not know.
    delete from visitor_days where ctid = any(array(
      select row_id from last where (day, visitor_id) not in (select day, visitor_id from counted)))
  ), differences as (
    select day, channel, sum(visitors) as visitors, sum(events) as events, sum(pageviews) as pageviews
      from (select day, channel, 1 as visitors, events, pageviews from counted
            union all select day, channel, -1, -events, -pageviews from last) d
     group by day, channel having (sum(visitors), sum(events), sum(pageviews)) <> (0, 0, 0)
  ), summed as (
    insert into channel_days as c (workspace_id, day, channel, visitors, events, pageviews)
    select :workspaceId, day, channel, visitors, events, pageviews from differences
    on conflict (workspace_id, day, channel) do update
      set visitors = c.visitors + excluded.visitors, events = c.events + excluded.events,
          pageviews = c.pageviews + excluded.pageviews
  )
  select visitor_id as "visitorId", day::text, c.channel, l.channel as "lastChannel", l.previous_day::text as "lastPreviousDay"
    from counted c full join last l using (visitor_id, day) where c.channel is distinct from l.channel`;

/** Counts the given days of visitors from their events, and adds the differences from the last count to the sums. */
export async function recountDays(
  transaction: Database,
  { workspaceId, timezone, closedBefore }: DayScope,
  visits: readonly VisitedDay[],
): Promise<void> {
  const days = [...new Map(visits.map((visit) => [`${visit.day} ${visit.visitorId}`, visit])).values()];
  const moved = await rowsOf<MovedDay>(
    transaction.raw(recountStatement, {
      workspaceId,
      timezone,
      closedBefore,
      days: days.map(({ day }) => day),
      visitors: days.map(({ visitorId }) => visitorId),
    }),
  );
  await transaction.raw(`delete from channel_days where workspace_id = ? and day = any (?::date[]) and visitors = 0`, [
    workspaceId,
    [...new Set(days.map(({ day }) => day))],
  ]);
  await recountArrivals(transaction, { workspaceId, closedBefore }, moved);
}

/**
 * The row before a visitor's first open day has the visitor's last closed day. The statement does not look it up,
 * because the planner's statistics of the table are from before the rebuild.
 */
const rebuildStatement = `
  insert into visitor_days (workspace_id, day, visitor_id, first_at, last_at, events, pageviews, channel, previous_day)
  select :workspaceId, day, visitor_id, first_at, last_at, events, pageviews, channel, coalesce(previous_day, '-infinity')
    from (
      select *, lag(day) over (partition by visitor_id order by day) as previous_day from (
        select (occurred_at at time zone :timezone)::date as day, visitor_id, ${countColumns} from events
         where workspace_id = :workspaceId and visitor_id is not null and not is_bot
           and (occurred_at at time zone :timezone)::date >= cast(:closedBefore as date)
         group by 1, 2
        union all
        select max(day), visitor_id, null, null, null, null, null from visitor_days
         where workspace_id = :workspaceId and day < cast(:closedBefore as date) group by visitor_id
      ) days
    ) placed
   where first_at is not null`;

/** Recounts everything. The caller holds the rollup lock of the workspace. */
export async function rebuildDays(transaction: Database, scope: DayScope): Promise<void> {
  const values = { workspaceId: scope.workspaceId, timezone: scope.timezone, closedBefore: scope.closedBefore };
  for (const table of ['visitor_days', 'channel_days']) {
    await transaction.raw(
      `delete from :table: where workspace_id = :workspaceId and day >= cast(:closedBefore as date)`,
      { ...values, table },
    );
  }
  await transaction.raw(rebuildStatement, values);
  await transaction.raw(
    `insert into channel_days (workspace_id, day, channel, visitors, events, pageviews)
     select workspace_id, day, channel, count(*), sum(events), sum(pageviews) from visitor_days
      where workspace_id = :workspaceId and day >= cast(:closedBefore as date) group by 1, 2, 3`,
    values,
  );
  await rebuildArrivals(transaction, scope);
}
