import type { Channel } from '../../domain/analytics/channel';
import type { SeriesMetric } from '../../domain/analytics/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { convertingVisitors } from './converting-visitors';
import { firstTouchOf } from './touches';
import { findMainCurrency, isInPeriod, isSummed, unsummedCompletions, type ReportPeriod } from './period-columns';

export interface SeriesRequest {
  metric: SeriesMetric;
  channel: Channel | null;
  /** Currency of the revenue; null for the currency with the most completions. */
  currency: string | null;
}

/**
 * Reads a metric by day.
 * @returns the days that are not zero, by ISO date; revenue is in micros
 */
export async function readTimeseries(
  transaction: Database,
  period: ReportPeriod,
  { metric, channel, currency }: SeriesRequest,
): Promise<Map<string, number>> {
  const counted =
    metric === 'revenue' ? (currency ?? (await findMainCurrency(transaction, period))) : (currency ?? 'USD');
  const values = { ...period, channel, currency: counted };
  const statement =
    metric === 'conversion_rate' ? conversionRate(await convertingVisitors(transaction, period)) : statements[metric];
  const rows = await rowsOf<{ day: string; value: string }>(transaction.raw(statement, values));
  return new Map(rows.map(({ day, value }) => [day, Number(value)]));
}

const fromChannelDays = (column: string): string => `
  select day::text, sum(${column}) as value from channel_days
   where workspace_id = :workspaceId and day between cast(:from as date) and cast(:to as date)
     and (cast(:channel as text) is null or channel = :channel)
   group by day`;

const fromCompletions = (value: string, where: string): string => `
  select day::text, sum(${value}) as value from (
    select s.day, s.channel, s.currency, s.count, s.revenue_micros from completion_sums s where ${isSummed('s')} and kind = 'day'
    union all
    select (c.occurred_at at time zone :timezone)::date, coalesce(v.channel, 'direct'), c.currency, 1, c.revenue_micros
      from (${unsummedCompletions}) c
      left join visitor_days v on v.workspace_id = c.workspace_id and v.visitor_id = c.visitor_id
           and v.day = (c.occurred_at at time zone :timezone)::date
  ) counted
   where ${where} and (cast(:channel as text) is null or channel = :channel)
   group by day`;

const conversionRate = (converting: string): string => `
  with converted as (${converting})
  select d.day::text, c.visitors::float8 / sum(d.visitors) as value from channel_days d join converted c on c.day = d.day
   where d.workspace_id = :workspaceId and d.day between cast(:from as date) and cast(:to as date)
   group by d.day, c.visitors`;

const statements: Record<Exclude<SeriesMetric, 'conversion_rate'>, string> = {
  visitors: fromChannelDays('visitors'),
  pageviews: fromChannelDays('pageviews'),
  conversions: fromCompletions('count', 'true'),
  revenue: fromCompletions('revenue_micros', 'currency = :currency'),
  leads: `
    select (p.created_at at time zone :timezone)::date::text as day, count(*) as value
      from end_users p
     where p.workspace_id = :workspaceId and ${isInPeriod('p.created_at')}
       and (cast(:channel as text) is null or coalesce((${firstTouchOf('p.id')}), 'direct') = :channel)
     group by 1`,
};
