import type { Period } from '../../domain/analytics/period';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** The period of a report in a workspace's days: the values that {@link isInPeriod} refers to. */
export interface ReportPeriod extends Period {
  workspaceId: string;
  timezone: string;
}

/**
 * That the local date of an instant is of the period. A day is all the instants whose local date it is; its bounds, widened by
 * three hours, only serve the index, as in db/analytics/rollups.ts.
 * @param column timestamptz
 */
export const isInPeriod = (column: string): string => `
  (${column} >= cast(:from as date)::timestamp at time zone :timezone - interval '3 hours'
   and ${column} < (cast(:to as date) + 1)::timestamp at time zone :timezone + interval '3 hours'
   and (${column} at time zone :timezone)::date between cast(:from as date) and cast(:to as date))`;

/** That a completion, named by the alias, is of a conversion that reports count: the primary one, or all when none is. */
export const isCounted = (alias: string): string => `
  ${alias}.conversion_id in (
    select id from conversions where workspace_id = :workspaceId and (is_primary or not exists (
      select from conversions where workspace_id = :workspaceId and is_primary)))`;

/** That credits, sums or completions, named by the alias, are of a conversion that reports count, as it is defined now. */
export const isOfDefinition = (alias: string): string => `
  ((${alias}.conversion_id, ${alias}.revision) in (select id, revision from conversions where workspace_id = :workspaceId)
   and ${isCounted(alias)})`;

const closedBefore = `coalesce((select closed_before from rollup_states where workspace_id = :workspaceId), '-infinity')`;

/** The first open day of the period: sums of completions (db/conversions/completion-sums.ts) hold from it on. */
export const openFrom = `greatest(cast(:from as date), ${closedBefore})`;

/** That sums, named by the alias, are of the open days of the period and of conversions that count. */
export const isSummed = (alias: string): string => `
  (${alias}.workspace_id = :workspaceId and ${alias}.day between ${openFrom} and cast(:to as date)
   and ${isOfDefinition(alias)})`;

/** The completions of the period that sums leave out: those of no visitor, and those of closed days. */
export const unsummedCompletions = `
  select c.* from completions c
   where c.workspace_id = :workspaceId and c.visitor_id is null and ${isCounted('c')} and ${isInPeriod('c.occurred_at')}
  union all
  select c.* from completions c
   where c.workspace_id = :workspaceId and c.visitor_id is not null and ${isCounted('c')} and ${isInPeriod('c.occurred_at')}
     and c.occurred_at < ${closedBefore}::timestamp at time zone :timezone + interval '3 hours'
     and (c.occurred_at at time zone :timezone)::date < ${closedBefore}`;

/** The currency of most completions with revenue in a period; USD when there is none. */
export async function findMainCurrency(database: Database, period: ReportPeriod): Promise<string> {
  const [row] = await rowsOf<{ currency: string }>(
    database.raw(
      `select currency from (
         select currency, count from completion_sums s where ${isSummed('s')} and kind = 'day' and currency <> ''
         union all
         select currency, 1 from (${unsummedCompletions}) c where currency is not null
       ) known
        group by currency order by sum(count) desc, currency <> 'USD', currency limit 1`,
      { ...period },
    ),
  );
  return row?.currency ?? 'USD';
}
