import type { Period } from '../../domain/analytics/period';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** The period of a report in the workspace's days. Contains the values that {@link isInPeriod} refers to. */
export interface ReportPeriod extends Period {
  workspaceId: string;
  timezone: string;
}

/**
 * Returns the condition that the local date of an instant is in the period. A day consists of all instants with that
 * local date. The bounds, widened by three hours, only serve the index, as in db/analytics/visitor-days.ts.
 * @param column timestamptz
 */
export const isInPeriod = (column: string): string => `
  (${column} >= cast(:from as date)::timestamp at time zone :timezone - interval '3 hours'
   and ${column} < (cast(:to as date) + 1)::timestamp at time zone :timezone + interval '3 hours'
   and (${column} at time zone :timezone)::date between cast(:from as date) and cast(:to as date))`;

/**
 * Returns the condition that a completion belongs to a conversion that reports count: the primary one, or all if none
 * is primary.
 */
export const isCounted = (alias: string): string => `
  ${alias}.conversion_id in (
    select id from conversions where workspace_id = :workspaceId and (is_primary or not exists (
      select from conversions where workspace_id = :workspaceId and is_primary)))`;

/**
 * Returns the condition that credits, sums or completions belong to the current definition of a conversion that reports
 * count.
 */
export const isOfDefinition = (alias: string): string => `
  ((${alias}.conversion_id, ${alias}.revision) in (select id, revision from conversions where workspace_id = :workspaceId)
   and ${isCounted(alias)})`;

/** The first day with sums of completions. Reports of earlier days read the completions. */
const closedBefore = `coalesce((select closed_before from rollup_states where workspace_id = :workspaceId), '-infinity')`;

/** The first open day of the period. Sums of completions (db/conversions/completion-sums.ts) exist from this day on. */
export const openFrom = `greatest(cast(:from as date), ${closedBefore})`;

/** Returns the condition that sums belong to the open days of the period and to conversions that count. */
export const isSummed = (alias: string): string => `
  (${alias}.workspace_id = :workspaceId and ${alias}.day between ${openFrom} and cast(:to as date)
   and ${isOfDefinition(alias)})`;

/**
 * Returns a query for the completions of the period that the sums do not include: those without a visitor, and those of
 * closed days.
 * @param which condition for the completions `c`
 */
export const completionsWithoutSums = (which: string): string => `
  select c.* from completions c
   where c.workspace_id = :workspaceId and c.visitor_id is null and ${which} and ${isInPeriod('c.occurred_at')}
  union all
  select c.* from completions c
   where c.workspace_id = :workspaceId and c.visitor_id is not null and ${which} and ${isInPeriod('c.occurred_at')}
     and c.occurred_at < ${closedBefore}::timestamp at time zone :timezone + interval '3 hours'
     and (c.occurred_at at time zone :timezone)::date < ${closedBefore}`;

/** The same for conversions that reports count. */
export const unsummedCompletions = completionsWithoutSums(isCounted('c'));

/** Finds the currency with the most completions in a period; USD if there are none with revenue. */
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
