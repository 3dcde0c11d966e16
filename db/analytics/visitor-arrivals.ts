import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * The day on which each visitor was last seen before a given day: `visitor_days.previous_day`, and the sums
 * `day_arrivals`. Distinct visitors of a period are then a sum over few rows: every visitor has exactly one day in the
 * period with a previous day before the period.
 */

/** A visitor's day that was added, removed or assigned to another channel in a drain. */
export interface MovedDay {
  visitorId: string;
  /** ISO date. */
  day: string;
  /** Null if the visitor no longer has this day. */
  channel: string | null;
  /** The channel that was counted for it; null if the day is new. */
  lastChannel: string | null;
  lastPreviousDay: string | null;
}

interface ArrivalScope {
  workspaceId: string;
  /** Days before this date are no longer counted, and their visitor rows may be deleted; an ISO date or `-infinity`. */
  closedBefore: string;
}

/**
 * Updates the previous day of moved days and of the days that follow them. The caller holds the rollup lock of the
 * workspace.
 */
export async function recountArrivals(
  transaction: Database,
  scope: ArrivalScope,
  moved: readonly MovedDay[],
): Promise<void> {
  if (moved.length === 0) return;
  const values = { workspaceId: scope.workspaceId, closedBefore: scope.closedBefore, moved: JSON.stringify(moved) };
  const changed = await rowsOf<{ day: string; visitors: number }>(transaction.raw(recountStatement, values));
  const emptied = changed.filter(({ visitors }) => visitors === 0).map(({ day }) => day);
  if (emptied.length === 0) return;
  await transaction.raw(`delete from day_arrivals where workspace_id = ? and day = any(?::date[]) and visitors = 0`, [
    scope.workspaceId,
    [...new Set(emptied)],
  ]);
}

/**
 * A closed previous day has no row any more. Its date is taken from the row that still references it, or from the day
 * that was inserted in between.
 */
const recountStatement = `
  with moved as materialized (
    select "visitorId" as visitor_id, day, channel, "lastChannel" as last_channel, "lastPreviousDay" as last_previous_day
      from json_to_recordset(cast(:moved as json)) as m (
        "visitorId" text, day date, channel text, "lastChannel" text, "lastPreviousDay" date)
  ), followers as materialized (
    select distinct n.visitor_id, n.day, n.channel, n.previous_day
      from moved m cross join lateral (
        select v.visitor_id, v.day, v.channel, v.previous_day from visitor_days v
         where v.workspace_id = :workspaceId and v.visitor_id = m.visitor_id and v.day > m.day order by v.day limit 1
      ) n
     -- Hashed, unlike an anti-join of results whose size the planner does not know.
     where (n.visitor_id, n.day) not in (select visitor_id, day from moved)
  ), closed as materialized (
    select visitor_id, max(previous_day) as day from (
      select visitor_id, previous_day from followers union all select visitor_id, last_previous_day from moved
    ) known where previous_day < cast(:closedBefore as date) group by visitor_id
  ), placed as materialized (
    select c.visitor_id, c.day, c.channel, coalesce((
             select v.day from visitor_days v
              where v.workspace_id = :workspaceId and v.visitor_id = c.visitor_id and v.day < c.day
              order by v.day desc limit 1), p.day, '-infinity') as previous_day
      from (select visitor_id, day, channel from moved where channel is not null
            union all select visitor_id, day, channel from followers) c
      left join closed p using (visitor_id)
  ), stored as (
    update visitor_days v set previous_day = r.placed_day from (
      select l.*, p.previous_day as placed_day from placed p cross join lateral (
        select ctid as row_id, previous_day from visitor_days
         where workspace_id = :workspaceId and visitor_id = p.visitor_id and day = p.day offset 0
      ) l where l.previous_day <> p.previous_day
    ) r where v.ctid = r.row_id
  ), differences as (
    select day, previous_day, channel, sum(visitors) as visitors
      from (select day, previous_day, channel, 1 as visitors from placed
            union all select day, previous_day, channel, -1 from followers
            union all select day, last_previous_day, last_channel, -1 from moved where last_channel is not null) d
     group by day, previous_day, channel having sum(visitors) <> 0
  )
  insert into day_arrivals as a (workspace_id, day, previous_day, channel, visitors)
  select :workspaceId, day, previous_day, channel, visitors from differences
  on conflict (workspace_id, day, previous_day, channel) do update set visitors = a.visitors + excluded.visitors
  returning day::text, visitors`;

/** Sums visitor days after a full recount. The caller holds the rollup lock of the workspace. */
export async function rebuildArrivals(transaction: Database, scope: ArrivalScope): Promise<void> {
  const values = { workspaceId: scope.workspaceId, closedBefore: scope.closedBefore };
  await transaction.raw(
    `delete from day_arrivals where workspace_id = :workspaceId and day >= cast(:closedBefore as date)`,
    values,
  );
  await transaction.raw(
    `insert into day_arrivals (workspace_id, day, previous_day, channel, visitors)
     select workspace_id, day, previous_day, channel, count(*) from visitor_days
      where workspace_id = :workspaceId and day >= cast(:closedBefore as date) group by 1, 2, 3, 4`,
    values,
  );
}
