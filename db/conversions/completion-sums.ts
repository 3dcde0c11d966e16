import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Sums over the completions of visitors on open days, `completion_sums`. Reports use them to count completions without
 * reading each one:
 *
 * - `day`: completions and revenue of a day, by the channel of the visitor's day and by currency.
 * - `visitor`: how many visitors completed on a day, by the previous day on which they completed. The visitors of a
 * period are the sum over its days where the other day is before the period, as in db/analytics/visitor-arrivals.ts.
 * - `channel`: completions of a day by the channels of the visitor's days up to it: added at each such day, subtracted
 * at the one before it. Summed over the other days since the start of a period, what remains is the channel of the
 * first day in it.
 *
 * They change with completions and with visitor days. A process that changes either holds the rollup lock of the
 * workspace and uses {@link keepSums}, which adds the difference for the named visitors. Completions without a visitor
 * and those of closed days have no sums.
 */

const inNamed = `
  select m.* from (select distinct unnest(cast(:names as text[])) as name) n cross join lateral (
    select * from conversion_completions where workspace_id = :workspaceId and visitor_id = n.name offset 0) m`;

const inAll = `select * from conversion_completions where workspace_id = :workspaceId and visitor_id is not null`;

/**
 * Uses a lookup per completion: without statistics, the planner would compare all days of the workspace with each
 * completion.
 */
const daysOf = (of: string): string =>
  `select day, previous_day, channel from visitor_days where workspace_id = :workspaceId and visitor_id = ${of}.visitor_id`;

const isNamed = `
  (m.occurred_at at time zone s.timezone)::date between (cast(:from as timestamptz) at time zone s.timezone)::date
                                                    and (cast(:to as timestamptz) at time zone s.timezone)::date`;

/**
 * Computes what the completions of some visitors add to the sums: for the days between `from` and `to`, and for
 * `visitor`, where a day counts together with the previous one, for all days.
 */
const contributionsOf = (completions: string): string => `
  with done as materialized (
    select m.conversion_id, m.revision, (m.occurred_at at time zone s.timezone)::date as day, m.visitor_id,
           coalesce(m.currency, '') as currency, ${isNamed} as is_named, count(*) as count,
           coalesce(sum(m.revenue_micros), 0) as revenue
      from (${completions}) m
      join conversions c on c.workspace_id = :workspaceId and c.id = m.conversion_id and c.revision = m.revision
      join rollup_states s on s.workspace_id = :workspaceId and (m.occurred_at at time zone s.timezone)::date >= s.closed_before
     group by 1, 2, 3, 4, 5, 6
  ), days as materialized (
    select conversion_id, revision, day, visitor_id, is_named, sum(count) as count from done group by 1, 2, 3, 4, 5
  )
  select conversion_id, revision, kind, day, other_day, channel, currency, sum(count) as count, sum(revenue) as revenue from (
    select d.conversion_id, d.revision, 'day' as kind, d.day, d.day as other_day, coalesce(v.channel, 'direct') as channel,
           d.currency, d.count, d.revenue
      from done d left join lateral (${daysOf('d')} and day = d.day offset 0) v on true
     where d.is_named
    union all
    select conversion_id, revision, 'visitor', day,
           coalesce(lag(day) over (partition by conversion_id, revision, visitor_id order by day), '-infinity'), '', '', 1, 0
      from days
    union all
    select d.conversion_id, d.revision, 'channel', d.day, o.day, v.channel, '', o.sign * d.count, 0
      from days d cross join lateral (${daysOf('d')} and day <= d.day offset 0) v
      cross join lateral (values (v.day, 1), (v.previous_day, -1)) o (day, sign)
     where d.is_named and o.day > '-infinity'
  ) added group by 1, 2, 3, 4, 5, 6, 7 having (sum(count), sum(revenue)) <> (0, 0)`;

const add = (differences: string): string => `
  insert into completion_sums as t (workspace_id, conversion_id, revision, kind, day, other_day, channel, currency, count,
                                    revenue_micros)
  select :workspaceId, conversion_id, revision, kind, day, other_day, channel, currency, sum(count), sum(revenue)
    from (${differences}) d
   group by 2, 3, 4, 5, 6, 7, 8 having (sum(count), sum(revenue)) <> (0, 0)
  on conflict (workspace_id, conversion_id, revision, kind, day, other_day, channel, currency) do update
    set count = t.count + excluded.count, revenue_micros = t.revenue_micros + excluded.revenue_micros
  returning day::text, count = 0 and revenue_micros = 0 as "isEmpty"`;

const everyDay = { from: '-infinity', to: 'infinity' };

/** The scope of changes to completions or days. */
export interface SumsScope {
  workspaceId: string;
  /** Every visitor that may be affected; additional names do no harm. */
  names: readonly string[];
  /** For work that does not change visitor days: the first and last time of the completions that it may change. */
  between?: { from: string; to: string };
}

/**
 * Runs work that may change completions or days of some visitors, and updates the sums. The caller holds the rollup
 * lock of the workspace.
 */
export async function keepSums<Result>(
  transaction: Database,
  { workspaceId, names, between = everyDay }: SumsScope,
  work: () => Promise<Result>,
): Promise<Result> {
  const given = { workspaceId, names: names as string[], ...between };
  const before = await rowsOf<object>(
    transaction.raw(
      `select conversion_id, revision, kind, day::text, other_day::text, channel, currency, count::text, revenue::text
         from (${contributionsOf(inNamed)}) c`,
      given,
    ),
  );
  const result = await work();
  const written = rowsOf<{ day: string; isEmpty: boolean }>(
    transaction.raw(
      add(`
      select * from (${contributionsOf(inNamed)}) now
      union all
      select conversion_id, revision, kind, day, other_day, channel, currency, -count, -revenue
        from json_to_recordset(cast(:before as json)) as b (conversion_id text, revision integer, kind text, day date,
          other_day date, channel text, currency text, count numeric, revenue numeric)`),
      { ...given, before: JSON.stringify(before) },
    ),
  );
  const emptied = (await written).filter((row) => row.isEmpty).map(({ day }) => day);
  if (emptied.length > 0) {
    await transaction.raw(
      `delete from completion_sums
        where workspace_id = ? and day = any(cast(? as date[])) and count = 0 and revenue_micros = 0`,
      [workspaceId, [...new Set(emptied)]],
    );
  }
  return result;
}

/** Recomputes all sums. The caller holds the rollup lock of the workspace. */
export async function rebuildSums(transaction: Database, workspaceId: string): Promise<void> {
  await transaction.raw(`delete from completion_sums where workspace_id = ?`, [workspaceId]);
  await transaction.raw(add(contributionsOf(inAll)), { workspaceId, ...everyDay });
}

/** Deletes the sums of closed days, which no report uses. */
export async function deleteClosedSums(database: Database, workspaceId: string): Promise<void> {
  await database.raw(
    `delete from completion_sums c using rollup_states s
      where c.workspace_id = ? and s.workspace_id = c.workspace_id and c.day < s.closed_before`,
    [workspaceId],
  );
}
