import type { CompletionDay } from '../../domain/conversions/figures';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { unsummedWhere, openFrom, type ReportPeriod } from './period-columns';

const isRequested = (conversion: string): string => `${conversion} in (
  select id from conversions
   where workspace_id = :workspaceId and (cast(:conversionId as text) is null or id = :conversionId))`;

/**
 * Counts the completions of conversions by local day and currency. Days without completions are omitted.
 * @param conversionId null for every conversion
 */
export function countCompletionsByDay(
  database: Database,
  period: Omit<ReportPeriod, 'conversionId'>,
  conversionId: string | null,
): Promise<CompletionDay[]> {
  return rowsOf<CompletionDay>(
    database.raw(
      `select conversion_id as "conversionId", day::text as date, nullif(currency, '') as currency,
              sum(count)::float8 as completions, (sum(revenue) / 1e6)::float8 as revenue
         from (
           select s.conversion_id, s.day, s.currency, s.count, s.revenue_micros as revenue
             from conversions c
             join completion_sums s on s.workspace_id = c.workspace_id and s.conversion_id = c.id
              and s.revision = c.revision and s.kind = 'day' and s.day between ${openFrom} and cast(:to as date)
            where c.workspace_id = :workspaceId and ${isRequested('c.id')}
           union all
           select c.conversion_id, (c.occurred_at at time zone :timezone)::date, coalesce(c.currency, ''), 1,
                  coalesce(c.revenue_micros, 0)
             from (${unsummedWhere(isRequested('c.conversion_id'))}) c
         ) counted
        group by 1, 2, 3 order by 1, 2, 3`,
      { ...period, conversionId },
    ),
  );
}
