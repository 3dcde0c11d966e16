import type { CountDefinition } from '../../domain/experiments/count-definition';
import { moneyOfEvent } from '../conversions/event-money';

/** Figures of visitors by metric, from their events and completions. */

/** An experiment, and the parts of its definition that its figures depend on. */
interface Measured {
  experimentId: string;
  definition: Pick<CountDefinition, 'endedAt' | 'metrics' | 'money'>;
}

/** Returns the values of {@link figures} for the metrics of experiments. */
export const figureValues = (counted: readonly Measured[]) => ({
  base: counted[0]?.definition.money?.base ?? null,
  experiments: JSON.stringify(counted.map(readingOf)),
  parts: JSON.stringify(counted.flatMap(partsOf)),
});

/** Describes the data to read of an experiment's visitors, once for all metrics. */
function readingOf({ experimentId, definition: { endedAt, metrics } }: Measured) {
  const sources = metrics.flatMap(({ numerator, denominator }) => [numerator.source, denominator?.source ?? []].flat());
  return {
    experimentId,
    endedAt,
    eventNames: [...new Set(sources.flatMap(({ eventName }) => eventName ?? []))],
    conversionIds: [...new Set(sources.flatMap(({ conversions }) => conversions.map(({ id }) => id)))],
    priorDays: Math.max(0, ...metrics.map(({ priorDays }) => priorDays)),
  };
}

/** Maps the data to metrics, by name of the event or id of the conversion. */
function partsOf({ experimentId, definition: { metrics } }: Measured) {
  return metrics.flatMap(({ key, numerator, denominator, cap, windowDays, priorDays }) => {
    const metric = { experimentId, metric: key, windowDays, isAdjusted: priorDays > 0 };
    const unit = numerator.of === 'revenue' ? 1e6 : 1;
    return [
      { ...metric, ...numerator, cap: cap === null ? null : cap * unit, isDenominator: false },
      ...(denominator === null ? [] : [{ ...metric, ...denominator, cap: null, isDenominator: true }]),
    ].flatMap(({ source: { eventName, conversions }, of, ...part }) => [
      ...(eventName === null ? [] : [{ ...part, measure: of, source: eventName, isConversion: false }]),
      ...conversions.map(({ id }) => ({ ...part, measure: of, source: id, isConversion: true })),
    ]);
  });
}

/**
 * Common table expressions for the two statements that must count alike: the counts of an experiment
 * (./outcome-recount.ts) and the past of a metric (./metric-past.ts). They need `exposed` before them and the values
 * `workspaceId`, `timezone`, `closedBefore` and those of {@link figureValues}.
 *
 * - `acts`: the events and completions of `exposed` visitors that a metric uses, each before or after the exposure.
 * Amounts are converted at the rate of their day, if there is one. Bounds of three hours before a local day only serve
 * pruning. `offset 0` keeps the condition on the type away from the lookup by visitor: the planner might otherwise read
 * all events of a type for each visitor.
 * - `figures`: counts and amounts per part of a metric. Amounts in different currencies cannot be added, so such a visitor
 * gets the currency `*`. Amounts from before the exposure only explain variance, so without a base currency they are
 * used unconverted. An event that completes two conversions counts once.
 * - `measured`: values per metric, and per numerator or denominator.
 */
export const figures = `experiments as materialized (
    select * from json_to_recordset(cast(:experiments as json)) as e
      ("experimentId" text, "endedAt" timestamptz, "eventNames" text[], "conversionIds" text[], "priorDays" integer)
  ), parts as materialized (
    select * from json_to_recordset(cast(:parts as json)) as p
      ("experimentId" text, source text, "isConversion" boolean, metric text, measure text, cap numeric, "windowDays" integer,
       "isDenominator" boolean, "isAdjusted" boolean)
  ), acts as materialized (
    select x.experiment_id, x.visitor_id, x.exposed_at, d.source, d.is_conversion, d.occurred_at, d.id,
           d.occurred_at > x.exposed_at or (d.occurred_at = x.exposed_at and d.id > x.event_id) as is_after,
           case when r.rate is null then d.micros else round(d.micros * r.rate) end as micros,
           case when r.rate is null then d.currency else cast(:base as text) end as currency
      from exposed x
      join experiments e on e."experimentId" = x.experiment_id
     cross join lateral (
       select greatest(x.exposed_at - e."priorDays" * interval '24 hours',
                       cast(:closedBefore as date)::timestamp at time zone :timezone - interval '3 hours') as lower_at,
              coalesce(e."endedAt", 'infinity') as upper_at
     ) span
     cross join lateral (
       select type as source, false as is_conversion, occurred_at, id, money.micros, money.currency
         from (
           select * from events
            where cardinality(e."eventNames") > 0 and workspace_id = :workspaceId and visitor_id = x.visitor_id
              and occurred_at >= span.lower_at and occurred_at <= all(array[span.upper_at]) offset 0
         ) v cross join lateral (${moneyOfEvent('data')}) money
        where type = any(e."eventNames") and not is_bot
          and (occurred_at at time zone :timezone)::date >= cast(:closedBefore as date)
       union all
       select conversion_id, true, occurred_at, event_id, revenue_micros, currency from completions
        where cardinality(e."conversionIds") > 0 and workspace_id = :workspaceId and visitor_id = x.visitor_id
          and conversion_id = any(e."conversionIds") and occurred_at >= span.lower_at and occurred_at <= all(array[span.upper_at])
          and (occurred_at at time zone :timezone)::date >= cast(:closedBefore as date)
     ) d
      left join lateral (
        select rate from exchange_rates
         where workspace_id = :workspaceId and currency = d.currency and date <= (d.occurred_at at time zone :timezone)::date
           and d.micros is not null and cast(:base as text) is not null and d.currency <> cast(:base as text)
         order by date desc limit 1
      ) r on true
  ), figures as (
    select experiment_id, visitor_id, metric, measure, cap, "isDenominator" as is_denominator,
           count(*) filter (where is_after) as events, coalesce(sum(micros) filter (where is_after), 0) as micros,
           min(occurred_at) filter (where is_after and (measure <> 'revenue' or micros is not null)) as first_at,
           max(occurred_at) filter (where is_after and (measure <> 'revenue' or micros is not null)) as last_at,
           min(currency) filter (where is_after and micros is not null) as currency,
           max(currency) filter (where is_after and micros is not null) as other_currency,
           count(*) filter (where not is_after) as prior_events,
           coalesce(sum(micros) filter (where not is_after and currency = coalesce(cast(:base as text), currency)), 0) as prior_micros
      from (
        select distinct a.experiment_id, a.visitor_id, p.metric, p.measure, p.cap, p."isDenominator", a.is_after, a.occurred_at, a.id,
               a.micros, a.currency
          from acts a
          join parts p on p."experimentId" = a.experiment_id and p.source = a.source and p."isConversion" = a.is_conversion
         where case when a.is_after then a.occurred_at <= coalesce(a.exposed_at + p."windowDays" * interval '24 hours', 'infinity')
                    else p."isAdjusted" end
      ) counted_parts
     group by 1, 2, 3, 4, 5, 6
  ), measured as (
    select experiment_id, visitor_id, metric, is_denominator, first_at, last_at,
           case when measure <> 'revenue' or currency is null then '' when currency = other_currency then currency
                else '*' end as currency,
           least(cap, case measure when 'conversion' then least(events, 1) when 'count' then events else micros end) as value,
           least(cap, case measure when 'conversion' then least(prior_events, 1) when 'count' then prior_events
                                   else prior_micros end) as prior
      from figures
  )`;
