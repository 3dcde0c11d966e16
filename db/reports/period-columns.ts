import type { Period } from '../../domain/analytics/period';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** The period of a report in the workspace's days. Contains the values that the conditions here refer to. */
export interface ReportPeriod extends Period {
  workspaceId: string;
  timezone: string;
  /** The conversion to count; null for the primary one, or all if none is primary. */
  conversionId: string | null;
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

/** The condition that a row of `conversions` is counted: the requested one, the primary one, or all if none is primary. */
const isRequested = `
  case when cast(:conversionId as text) is not null then id = :conversionId
       else is_primary or not exists (select from conversions where workspace_id = :workspaceId and is_primary) end`;

/** Returns the condition that a completion belongs to a conversion that the report counts. */
export const isCounted = (alias: string): string => `
  ${alias}.conversion_id in (select id from conversions where workspace_id = :workspaceId and ${isRequested})`;

/** Returns whether the report counts exactly one conversion. Only then do sums give distinct visitors. */
export async function countsOneConversion(database: Database, period: ReportPeriod): Promise<boolean> {
  const [row] = await rowsOf<{ conversions: number }>(
    database.raw(
      `select count(*)::int as conversions from conversions where workspace_id = :workspaceId and ${isRequested}`,
      { ...period },
    ),
  );
  return row?.conversions === 1;
}

/**
 * Returns the condition that credits, sums or completions belong to the current definition of a conversion that reports
 * count.
 */
export const isOfDefinition = (alias: string): string => `
  ((${alias}.conversion_id, ${alias}.revision) in (select id, revision from conversions where workspace_id = :workspaceId)
   and ${isCounted(alias)})`;

/** All completions of the period that the report counts. */
export const allCompletions = `
  select c.* from completions c where c.workspace_id = :workspaceId and ${isCounted('c')} and ${isInPeriod('c.occurred_at')}`;

/** The first day with sums of completions. Reports of earlier days read the completions. */
const closedBefore = `coalesce((select closed_before from rollup_states where workspace_id = :workspaceId), '-infinity')`;

/** The first open day of the period. Sums of completions (db/conversions/completion-sums.ts) exist from this day on. */
export const openFrom = `greatest(cast(:from as date), ${closedBefore})`;

/** Returns the condition that sums belong to the open days of the period and to conversions that count. */
export const isSummed = (alias: string): string => `
  (${alias}.workspace_id = :workspaceId and ${alias}.day between ${openFrom} and cast(:to as date)
   and ${isOfDefinition(alias)})`;

/**
 * Returns the completions of the period that the sums do not include: those without a visitor, and those of closed days.
 * @param where the condition for their conversion, with the alias `c`
 */
export const unsummedWhere = (where: string): string => `
  select c.* from completions c
   where c.workspace_id = :workspaceId and c.visitor_id is null and ${where} and ${isInPeriod('c.occurred_at')}
  union all
  select c.* from completions c
   where c.workspace_id = :workspaceId and c.visitor_id is not null and ${where} and ${isInPeriod('c.occurred_at')}
     and c.occurred_at < ${closedBefore}::timestamp at time zone :timezone + interval '3 hours'
     and (c.occurred_at at time zone :timezone)::date < ${closedBefore}`;

export const unsummedCompletions = unsummedWhere(isCounted('c'));

export interface CurrencyRevenue {
  currency: string;
  revenueMicros: number;
}

/** Sums the revenue of a period by currency, the one with the most completions first. */
export async function sumRevenue(database: Database, period: ReportPeriod): Promise<CurrencyRevenue[]> {
  const rows = await rowsOf<{ currency: string; revenue: string }>(
    database.raw(
      `select currency, sum(revenue)::text as revenue from (
         select currency, count, revenue_micros as revenue from completion_sums s
          where ${isSummed('s')} and kind = 'day' and currency <> ''
         union all
         select currency, 1, revenue_micros from (${unsummedCompletions}) c where currency is not null
       ) known
        group by currency order by sum(count) desc, currency <> 'USD', currency`,
      { ...period },
    ),
  );
  return rows.map(({ currency, revenue }) => ({ currency, revenueMicros: Number(revenue) }));
}

/** Finds the currency with the most completions in a period; USD if there are none with revenue. */
export async function findMainCurrency(database: Database, period: ReportPeriod): Promise<string> {
  const [main] = await sumRevenue(database, period);
  return main?.currency ?? 'USD';
}
