import type { CountDefinition } from '../../domain/experiments/count-definition';
import { exposureEvent } from './exposures';
import type { Database } from '../connection/pool';
import { isOfType, isUpTo } from '../lookups';

/**
 * Counts visitors of experiments from their events and completions, and adds what differs from the last count to the sums. One
 * transaction at a time does so for a workspace: that which has the turn of its rollups.
 */

/** The workspace, and the days that its rollups hold for. */
export interface CountScope {
  workspaceId: string;
  timezone: string;
  /** Days before it are not counted any more, as ISO date or `-infinity`. */
  closedBefore: string;
}

/** An experiment, and what its counts are to hold for. */
export interface Counted {
  experimentId: string;
  definition: CountDefinition;
}

/** Whom to count: a statement with the columns experiment_id, visitor_id and lower_at, before which no exposure of theirs is. */
export interface Pairs {
  statement: string;
  values: Record<string, string | number | null | readonly string[]>;
}

/**
 * Counts pairs of experiment and visitor. A visitor's variant is that of the first exposure; one who saw another variant before
 * the end crossed over. A conversion is an event or completion after the exposure, in the order of time and id.
 *
 * Retention takes events away, and their figures stand: an exposure on a closed day is not looked for again, nor is a conversion.
 */
export async function recountPairs(
  transaction: Database,
  { workspaceId, timezone, closedBefore }: CountScope,
  counted: readonly Counted[],
  pairs: Pairs,
): Promise<void> {
  const definitions = counted.map(({ experimentId, definition }) => ({ experimentId, ...definition }));
  await transaction.raw(statement(pairs.statement), {
    ...pairs.values,
    ...{ workspaceId, timezone, closedBefore, exposureEvent, definitions: JSON.stringify(definitions) },
  });
}

const dayOf = (time: string): string => `(${time} at time zone :timezone)::date`;
const isClosed = (time: string): string => `${dayOf(time)} < cast(:closedBefore as date)`;

/** Widened by three hours, as days do not begin at PostgreSQL's midnight everywhere. Only prunes. */
const openFrom = `(cast(:closedBefore as date)::timestamp at time zone :timezone - interval '3 hours')`;

const statement = (pairs: string): string => `
  with definitions as materialized (
    select * from json_to_recordset(cast(:definitions as json)) as d
      ("experimentId" text, "variantIds" text[], "endedAt" timestamptz, "windowDays" integer, allocations integer, metrics json)
  ), metrics as materialized (
    select d."experimentId" as experiment_id, m.key as metric, m."eventName" as event_name, m.conversions is not null and
           json_array_length(m.conversions) > 0 as has_conversions,
           array(select c ->> 'id' from json_array_elements(m.conversions) c) as conversion_ids
      from definitions d cross join lateral json_to_recordset(d.metrics) as m (key text, "eventName" text, conversions json)
  ), pairs as materialized (
    select experiment_id, visitor_id, min(lower_at) as lower_at from (${pairs}) p group by 1, 2
  ), last as materialized (
    select x.*, ${isClosed('x.exposed_at')} as is_settled
      from experiment_exposures x join pairs p using (experiment_id, visitor_id) where x.workspace_id = :workspaceId
  ), last_conversions as materialized (
    select c.*, ${isClosed('c.converted_at')} as is_settled
      from experiment_conversions c join pairs p using (experiment_id, visitor_id) where c.workspace_id = :workspaceId
  ), ${countedExposures}, ${countedConversions}, ${storing}, ${summing}
  select 1`;

/**
 * A visitor's last count, looked up in its table and not in `last`: one temporary result joined to another, neither of which the
 * planner knows the size of, may be read as often as it has rows. `offset 0` keeps it a lookup. For the same reason it is `not in`
 * below, which is hashed.
 */
const lastOf = (table: string, time: string, of: string, more = ''): string => `
      left join lateral (
        select *, ${isClosed(time)} as is_settled from ${table}
         where workspace_id = :workspaceId and experiment_id = ${of}.experiment_id and visitor_id = ${of}.visitor_id ${more} offset 0
      ) l on true`;

const countedExposures = `
  exposed as materialized (
    select p.experiment_id, p.visitor_id, e.variant_id, e.exposed_at, e.event_id,
           -- Passes over what is null.
           least(coalesce(d."endedAt", 'infinity'), e.exposed_at + d."windowDays" * interval '24 hours') as counts_until,
           least(case when l.is_settled then l.crossed_at end,
                 (select min(s.time) from unnest(e.variants, e.times) as s (variant, time) where s.variant <> e.variant_id))
             as crossed_at,
           coalesce((select max(a.number) from experiment_allocations a
                      where a.workspace_id = :workspaceId and a.experiment_id = p.experiment_id and a.at <= e.exposed_at
                        and a.number <= d.allocations), least(1, d.allocations)) as allocation
      from pairs p
      join definitions d on d."experimentId" = p.experiment_id
      ${lastOf('experiment_exposures', 'exposed_at', 'p')}
     cross join lateral (
       select s.variants, s.times, case when l.is_settled then l.variant_id else s.variants[1] end as variant_id,
              case when l.is_settled then l.exposed_at else s.times[1] end as exposed_at,
              case when l.is_settled then '' else s.ids[1] end as event_id
         from (select array_agg(data ->> 'variantId' order by occurred_at, id) as variants,
                      array_agg(occurred_at order by occurred_at, id) as times, array_agg(id order by occurred_at, id) as ids
                 from events
                where workspace_id = :workspaceId and visitor_id = p.visitor_id and ${isOfType(':exposureEvent')} and not is_bot
                  and occurred_at >= greatest(least(p.lower_at, l.exposed_at), ${openFrom})
                  and ${isUpTo(`coalesce(d."endedAt", 'infinity')`)} and not ${isClosed('occurred_at')}
                  and data ->> 'experimentId' = p.experiment_id and data ->> 'variantId' = any(d."variantIds")) s
     ) e where e.variant_id is not null
  )`;

/** Revenue is that of the visitor's first currency: amounts of two cannot be added. */
const countedConversions = `
  converted as materialized (
    select x.experiment_id, x.visitor_id, x.variant_id, m.metric,
           case when l.is_settled then l.converted_at else c.times[1] end as converted_at,
           case when l.is_settled then l.last_at else c.times[cardinality(c.times)] end as last_at,
           case when l.is_settled then l.currency else coalesce(r.currency, '') end as currency,
           case when l.is_settled then l.revenue_micros else coalesce(r.micros, 0) end as revenue_micros
      from exposed x
      join metrics m on m.experiment_id = x.experiment_id
      ${lastOf('experiment_conversions', 'converted_at', 'x', 'and metric = m.metric')}
     cross join lateral (
       select array_agg(o.occurred_at order by o.occurred_at, o.id) as times,
              array_agg(o.micros order by o.occurred_at, o.id) filter (where o.micros is not null) as micros,
              array_agg(o.currency order by o.occurred_at, o.id) filter (where o.micros is not null) as currencies
         from (
           select occurred_at, id, revenue.micros, revenue.currency
             from events cross join lateral (${revenueOf('data')}) revenue
            where m.event_name is not null and workspace_id = :workspaceId and visitor_id = x.visitor_id
              and ${isOfType('m.event_name')} and not is_bot
              and occurred_at >= greatest(x.exposed_at, ${openFrom}) and ${isUpTo('x.counts_until')}
           union
           -- An event that completes two conversions counts once.
           select occurred_at, event_id, revenue_micros, currency from completions
            where m.has_conversions and workspace_id = :workspaceId and visitor_id = x.visitor_id
              and conversion_id = any(m.conversion_ids)
              and occurred_at >= greatest(x.exposed_at, ${openFrom}) and ${isUpTo('x.counts_until')}
         -- No comparison of rows: an index by time would be found by it.
         ) o where (o.occurred_at > x.exposed_at or (o.occurred_at = x.exposed_at and o.id > x.event_id))
           and not ${isClosed('o.occurred_at')}
     ) c
     cross join lateral (
       select c.currencies[1] as currency, sum(s.micros) as micros
         from unnest(c.micros, c.currencies) as s (micros, currency) where s.currency = c.currencies[1]
     ) r
     where x.crossed_at is null and (l.is_settled or c.times is not null)
  )`;

/** As domain/conversions/money.ts reads it: too much is no amount, and what is no currency is USD. */
function revenueOf(data: string): string {
  const amount = `(${data} ->> 'revenue')::numeric`;
  const currency = `${data} ->> 'currency'`;
  return `
             select case when jsonb_typeof(${data} -> 'revenue') = 'number' then
                      case when abs(${amount}) <= 9e12 then round(${amount} * 1000000) end end as micros,
                    case when ${currency} ~ '^[A-Za-z]{3}$' then upper(${currency}) else 'USD' end as currency`;
}

const storing = `
  stored as (
    insert into experiment_exposures as x
           (workspace_id, experiment_id, visitor_id, variant_id, exposed_at, crossed_at, allocation)
    select :workspaceId, experiment_id, visitor_id, variant_id, exposed_at, crossed_at, allocation from exposed
    on conflict (workspace_id, experiment_id, visitor_id) do update
      set (variant_id, exposed_at, crossed_at, allocation)
          = (excluded.variant_id, excluded.exposed_at, excluded.crossed_at, excluded.allocation)
      where (x.variant_id, x.exposed_at, x.crossed_at, x.allocation)
          is distinct from (excluded.variant_id, excluded.exposed_at, excluded.crossed_at, excluded.allocation)
  ), gone as (
    delete from experiment_exposures x using last l
     where x.workspace_id = :workspaceId and x.experiment_id = l.experiment_id and x.visitor_id = l.visitor_id
       and (l.experiment_id, l.visitor_id) not in (select experiment_id, visitor_id from exposed)
  ), stored_conversions as (
    insert into experiment_conversions as c (workspace_id, experiment_id, metric, visitor_id, variant_id, converted_at, last_at,
                                             currency, revenue_micros)
    select :workspaceId, experiment_id, metric, visitor_id, variant_id, converted_at, last_at, currency, revenue_micros
      from converted
    on conflict (workspace_id, experiment_id, metric, visitor_id) do update
      set (variant_id, converted_at, last_at, currency, revenue_micros)
          = (excluded.variant_id, excluded.converted_at, excluded.last_at, excluded.currency, excluded.revenue_micros)
      where (c.variant_id, c.converted_at, c.last_at, c.currency, c.revenue_micros) is distinct from
            (excluded.variant_id, excluded.converted_at, excluded.last_at, excluded.currency, excluded.revenue_micros)
  ), gone_conversions as (
    delete from experiment_conversions c using last_conversions l
     where c.workspace_id = :workspaceId and c.experiment_id = l.experiment_id and c.visitor_id = l.visitor_id
       and c.metric = l.metric
       and (l.experiment_id, l.visitor_id, l.metric) not in (select experiment_id, visitor_id, metric from converted)
  )`;

const summing = `
  added as (
    insert into experiment_exposure_days as s (workspace_id, experiment_id, day, variant_id, allocation, exposures, crossovers)
    select :workspaceId, experiment_id, ${dayOf('exposed_at')}, variant_id, allocation,
           sum(exposed), sum(crossed)
      from (select experiment_id, exposed_at, variant_id, allocation, (crossed_at is null)::int as exposed,
                   (crossed_at is not null)::int as crossed from exposed
            union all
            select experiment_id, exposed_at, variant_id, allocation, -(crossed_at is null)::int,
                   -(crossed_at is not null)::int from last) d
     group by 2, 3, 4, 5 having (sum(exposed), sum(crossed)) <> (0, 0)
    on conflict (workspace_id, experiment_id, day, variant_id, allocation) do update
      set exposures = s.exposures + excluded.exposures, crossovers = s.crossovers + excluded.crossovers
  ), added_conversions as (
    insert into experiment_metric_days as s (workspace_id, experiment_id, metric, day, variant_id, currency, visitors,
                                             revenue_micros, revenue_squares)
    select :workspaceId, experiment_id, metric, ${dayOf('converted_at')}, variant_id, currency, sum(sign),
           sum(sign * revenue_micros), sum(sign * revenue_micros * revenue_micros)
      from (select experiment_id, metric, converted_at, variant_id, currency, revenue_micros, 1 as sign from converted
            union all
            select experiment_id, metric, converted_at, variant_id, currency, revenue_micros, -1 from last_conversions) d
     group by 2, 3, 4, 5, 6
    having (sum(sign), sum(sign * revenue_micros), sum(sign * revenue_micros * revenue_micros)) <> (0, 0, 0)
    on conflict (workspace_id, experiment_id, metric, day, variant_id, currency) do update
      set visitors = s.visitors + excluded.visitors, revenue_micros = s.revenue_micros + excluded.revenue_micros,
          revenue_squares = s.revenue_squares + excluded.revenue_squares
  )`;

/** Computes the sums from scratch: for days that are cut otherwise than those before. */
export async function sumAgain(
  transaction: Database,
  { workspaceId, timezone }: CountScope,
  experimentIds: readonly string[],
): Promise<void> {
  const values = { workspaceId, timezone, experimentIds };
  for (const table of ['experiment_exposure_days', 'experiment_metric_days']) {
    await transaction.raw(
      `delete from ${table} where workspace_id = :workspaceId and experiment_id = any(:experimentIds)`,
      values,
    );
  }
  await transaction.raw(
    `insert into experiment_exposure_days (workspace_id, experiment_id, day, variant_id, allocation, exposures, crossovers)
     select :workspaceId, experiment_id, ${dayOf('exposed_at')}, variant_id, allocation,
            count(*) filter (where crossed_at is null), count(crossed_at)
       from experiment_exposures where workspace_id = :workspaceId and experiment_id = any(:experimentIds)
      group by 2, 3, 4, 5`,
    values,
  );
  await transaction.raw(
    `insert into experiment_metric_days (workspace_id, experiment_id, metric, day, variant_id, currency, visitors,
                                         revenue_micros, revenue_squares)
     select :workspaceId, experiment_id, metric, ${dayOf('converted_at')}, variant_id, currency, count(*), sum(revenue_micros),
            sum(revenue_micros * revenue_micros)
       from experiment_conversions where workspace_id = :workspaceId and experiment_id = any(:experimentIds)
      group by 2, 3, 4, 5, 6`,
    values,
  );
}
