import type { Database } from '../connection/pool';
import type { Counted, CountScope, Pair } from './counting';
import { figures, figureValues } from './outcome-figures';

/**
 * Counts the outcomes of exposed visitors by metric, and adds the differences from the last count to the sums. Their
 * exposures are already counted (./exposure-recount.ts). An event after the exposure, in the order of time and id,
 * counts as an outcome; an event before it counts as the visitor's past. Counts that involve a closed day are final.
 */
export async function recountOutcomes(
  transaction: Database,
  scope: CountScope,
  counted: readonly Counted[],
  pairs: readonly Pair[],
): Promise<void> {
  await transaction.raw(statement, {
    workspaceId: scope.workspaceId,
    timezone: scope.timezone,
    closedBefore: scope.closedBefore,
    ...figureValues(counted),
    pairExperiments: pairs.map((pair) => pair.experimentId),
    pairVisitors: pairs.map((pair) => pair.visitorId),
  });
}

/** Stored columns of an outcome, in order. */
const columns = `experiment_id, visitor_id, metric, variant_id, channel, device, is_returning, first_at, last_at, currency, value,
                 denominator, prior`;

/**
 * - `fresh`: outcomes by metric. If retention has started to delete a visitor's past, the stored past is used.
 * - `counted`: these outcomes, or the final ones of the last count (`settled`).
 * - `changed`: the rows in which the new count differs from the last one; sign 1 for rows to add, -1 for rows to
 * subtract.
 * - `summed`: a visitor with a ratio converted only with a numerator: a value, or an amount of zero, which has a currency.
 * A denominator alone is not a conversion, for example an opened basket without a purchase.
 *
 * Lookups are separate (`offset 0`) for the reason given in ./exposure-recount.ts.
 */
const statement = `
  with pairs as materialized (
    select * from unnest(cast(:pairExperiments as text[]), cast(:pairVisitors as text[])) as p (experiment_id, visitor_id)
  ), last as materialized (
    select l.* from pairs p cross join lateral (
      select ctid as row_id, * from experiment_outcomes
       where workspace_id = :workspaceId and experiment_id = p.experiment_id and visitor_id = p.visitor_id offset 0
    ) l
  ), exposed as materialized (
    select x.* from pairs p cross join lateral (
      select * from experiment_exposures
       where workspace_id = :workspaceId and experiment_id = p.experiment_id and visitor_id = p.visitor_id
         and crossed_at is null offset 0
    ) x
  ), ${figures}, halves as (
    select *, cast(null as numeric) as last_prior from measured
    union all
    select x.experiment_id, x.visitor_id, l.metric, false, null, null, '', 0, 0, l.prior
      from exposed x
     cross join lateral (
       select metric, prior from experiment_outcomes
        where workspace_id = :workspaceId and experiment_id = x.experiment_id and visitor_id = x.visitor_id and prior <> 0
          and ((x.exposed_at - interval '14 days') at time zone :timezone)::date < cast(:closedBefore as date) offset 0
     ) l
  ), fresh as materialized (
    select experiment_id, visitor_id, metric, min(first_at) as first_at, max(last_at) as last_at,
           max(currency) as currency, coalesce(sum(value) filter (where not is_denominator), 0) as value,
           coalesce(sum(value) filter (where is_denominator), 0) as denominator, coalesce(max(last_prior), sum(prior)) as prior
      from halves group by 1, 2, 3 having min(first_at) is not null or coalesce(max(last_prior), sum(prior)) <> 0
  ), settled as materialized (
    select l.* from exposed x
     cross join lateral (
       select * from experiment_outcomes
        where workspace_id = :workspaceId and experiment_id = x.experiment_id and visitor_id = x.visitor_id
          and (x.exposed_at at time zone :timezone)::date < cast(:closedBefore as date)
          and (first_at at time zone :timezone)::date < cast(:closedBefore as date) offset 0
     ) l
     where exists (select from parts p where p."experimentId" = x.experiment_id and p.metric = l.metric)
  ), counted as materialized (
    select f.experiment_id, f.visitor_id, f.metric, x.variant_id, x.channel, x.device, x.is_returning, f.first_at, f.last_at,
           f.currency, f.value, f.denominator, f.prior
      from fresh f
     cross join lateral (
       select * from experiment_exposures
        where workspace_id = :workspaceId and experiment_id = f.experiment_id and visitor_id = f.visitor_id offset 0
     ) x
     where (f.experiment_id, f.visitor_id, f.metric) not in (select experiment_id, visitor_id, metric from settled)
    union all
    select ${columns} from settled
  ), changed as materialized (
    (select 1 as sign, ${columns} from counted except all select 1, ${columns} from last)
    union all
    (select -1, ${columns} from last except all select -1, ${columns} from counted)
  ), stored as (
    insert into experiment_outcomes (workspace_id, ${columns})
    select :workspaceId, ${columns} from changed where sign = 1
    on conflict (workspace_id, experiment_id, visitor_id, metric) do update
      set (variant_id, channel, device, is_returning, first_at, last_at, currency, value, denominator, prior)
        = (excluded.variant_id, excluded.channel, excluded.device, excluded.is_returning, excluded.first_at, excluded.last_at,
           excluded.currency, excluded.value, excluded.denominator, excluded.prior)
  ), gone as (
    delete from experiment_outcomes where ctid = any(array(
      select row_id from last
       where (experiment_id, visitor_id, metric) not in (select experiment_id, visitor_id, metric from counted)))
  ), summed as (
    insert into experiment_outcome_sums as s (workspace_id, experiment_id, metric, dimension, segment, variant_id, currency, visitors,
      value, value_squares, denominator, denominator_squares, denominator_products, prior, prior_squares, prior_products)
    select :workspaceId, experiment_id, metric, d.dimension, d.segment, variant_id, currency,
           coalesce(sum(sign) filter (
             where first_at is not null and (denominator = 0 or value <> 0 or currency <> '')), 0),
           sum(sign * value), sum(sign * value * value), sum(sign * denominator), sum(sign * denominator * denominator),
           sum(sign * value * denominator), sum(sign * prior), sum(sign * prior * prior), sum(sign * value * prior)
      from changed o
     cross join lateral (values ('day', coalesce((o.first_at at time zone :timezone)::date::text, '')), ('channel', o.channel),
                                ('device', o.device),
                                ('returning', case when o.is_returning then 'returning' else 'new' end)) as d (dimension, segment)
     group by 2, 3, 4, 5, 6, 7
    on conflict (workspace_id, experiment_id, metric, dimension, segment, variant_id, currency) do update
      set visitors = s.visitors + excluded.visitors, value = s.value + excluded.value,
          value_squares = s.value_squares + excluded.value_squares, denominator = s.denominator + excluded.denominator,
          denominator_squares = s.denominator_squares + excluded.denominator_squares,
          denominator_products = s.denominator_products + excluded.denominator_products, prior = s.prior + excluded.prior,
          prior_squares = s.prior_squares + excluded.prior_squares, prior_products = s.prior_products + excluded.prior_products
  )
  select 1`;

/** Recomputes the sums from scratch, after the boundaries of days have changed. */
export async function sumOutcomes(
  transaction: Database,
  { workspaceId, timezone }: CountScope,
  experimentIds: readonly string[],
): Promise<void> {
  await transaction('experiment_outcome_sums')
    .where({ workspace_id: workspaceId })
    .whereIn('experiment_id', experimentIds)
    .delete();
  await transaction.raw(
    `insert into experiment_outcome_sums (workspace_id, experiment_id, metric, dimension, segment, variant_id, currency, visitors,
       value, value_squares, denominator, denominator_squares, denominator_products, prior, prior_squares, prior_products)
     select workspace_id, experiment_id, metric, d.dimension, d.segment, variant_id, currency,
            count(*) filter (where first_at is not null and (denominator = 0 or value <> 0 or currency <> '')),
            sum(value), sum(value * value), sum(denominator), sum(denominator * denominator), sum(value * denominator),
            sum(prior), sum(prior * prior), sum(value * prior)
       from experiment_outcomes o
      cross join lateral (values ('day', coalesce((o.first_at at time zone :timezone)::date::text, '')), ('channel', o.channel),
                                 ('device', o.device),
                                 ('returning', case when o.is_returning then 'returning' else 'new' end)) as d (dimension, segment)
      where workspace_id = :workspaceId and experiment_id = any(:experimentIds)
      group by 1, 2, 3, 4, 5, 6, 7`,
    { workspaceId, timezone, experimentIds },
  );
}
