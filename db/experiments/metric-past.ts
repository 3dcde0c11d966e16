import type { CountedMetric } from '../../domain/experiments/metrics/counted-metric';
import type { OutcomeArm } from '../../domain/experiments/metrics/arm-sums';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import type { CountScope } from './counting';
import { figures, figureValues } from './outcome-figures';

/** A metric over the visitors of the last days, as if each had been exposed by their first event in this period. */
export interface CountedPast {
  /** Visitors in this period. */
  visitors: number;
  /** Visitors that were counted: all of them, or a sample selected by a hash of their id. */
  counted: number;
  /** Counted visitors with events in the 14 days before. */
  withPast: number;
  /** Outcomes of the counted visitors, by currency. */
  outcomes: OutcomeArm[];
}

/** Maximum number of visitors with events that are read: enough for a correlation with an error of a few hundredths. */
const visitorsAtMost = 2_000;

/** Placeholder for the experiment id. */
const pastName = 'past';

/**
 * Takes the first event from the visitor days. The exposure has an empty event id, so that an event at the same instant
 * counts as after it.
 */
const statement = `
  with seen as materialized (
    select visitor_id, min(first_at) as exposed_at from visitor_days
     where workspace_id = :workspaceId and day >= cast(:from as date) group by visitor_id
  ), exposed as materialized (
    select cast(:name as text) as experiment_id, visitor_id, exposed_at, '' as event_id from seen order by md5(visitor_id) limit :limit
  ), ${figures}, fresh as (
    select visitor_id, min(first_at) as first_at, max(currency) as currency,
           coalesce(sum(value) filter (where not is_denominator), 0) as value,
           coalesce(sum(value) filter (where is_denominator), 0) as denominator, sum(prior) as prior
      from measured group by 1
  ), outcomes as (
    select '' as metric, '' as "variantId", currency, count(first_at)::int as visitors, sum(value)::float8 as value,
           sum(value * value)::float8 as "valueSquares",
           sum(denominator)::float8 as denominator, sum(denominator * denominator)::float8 as "denominatorSquares",
           sum(value * denominator)::float8 as "denominatorProducts", sum(prior)::float8 as prior,
           sum(prior * prior)::float8 as "priorSquares", sum(value * prior)::float8 as "priorProducts"
      from fresh group by currency
  )
  select (select count(*) from seen)::int as visitors, (select count(*) from exposed)::int as counted,
         (select count(*) from exposed x where exists (
            select from visitor_days d
             where d.workspace_id = :workspaceId and d.visitor_id = x.visitor_id and d.day < cast(:from as date)
               and d.day >= cast(:from as date) - 15 and d.last_at >= x.exposed_at - interval '14 days'))::int as "withPast",
         coalesce((select json_agg(o) from outcomes o), '[]') as outcomes`;

/** The metric to count, and the visitors. */
export interface PastScope extends CountScope {
  metric: CountedMetric;
  /** ISO date, in the workspace's timezone. */
  from: string;
  /** The currency that amounts are converted to; null if there is none. */
  baseCurrency: string | null;
}

/**
 * Counts a metric as an experiment that started on that day would have counted it. Requires that the rollups are up to
 * date.
 */
export async function countMetricPast(
  database: Database,
  { metric, from, baseCurrency, ...scope }: PastScope,
): Promise<CountedPast> {
  const definition = { endedAt: null, metrics: [metric], money: { base: baseCurrency, months: {} } };
  const [past] = await rowsOf<CountedPast>(
    database.raw(statement, {
      workspaceId: scope.workspaceId,
      timezone: scope.timezone,
      closedBefore: scope.closedBefore,
      ...figureValues([{ experimentId: pastName, definition }]),
      name: pastName,
      from,
      limit: visitorsAtMost,
    }),
  );
  return past as CountedPast;
}
