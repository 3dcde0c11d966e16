import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { openFrom, unsummedWhere, type ReportPeriod } from './period-columns';

/** Completions of one conversion in a period. */
export interface ConversionTotals {
  conversionId: string;
  name: string;
  isPrimary: boolean;
  /** Completions by ISO date; days without completions are missing. */
  days: Map<string, number>;
  /** Completions and revenue by currency. */
  money: Map<string, { completions: number; revenueMicros: number }>;
}

interface Row {
  conversionId: string;
  name: string;
  isPrimary: boolean;
  /** Null for a conversion without completions in the period. */
  day: string | null;
  /** Empty without a currency. */
  currency: string;
  completions: number;
  revenue: string;
}

/** Counts the completions of every conversion by day. Conversions without completions are included. */
export async function readConversionTotals(transaction: Database, period: ReportPeriod): Promise<ConversionTotals[]> {
  const rows = await rowsOf<Row>(transaction.raw(statement, { ...period }));
  const totals = new Map<string, ConversionTotals>();
  for (const { conversionId, name, isPrimary, day, currency, completions, revenue } of rows) {
    const total = totals.get(conversionId) ?? { conversionId, name, isPrimary, days: new Map(), money: new Map() };
    totals.set(conversionId, total);
    if (day === null) continue;
    total.days.set(day, (total.days.get(day) ?? 0) + completions);
    if (currency === '') continue;
    const known = total.money.get(currency) ?? { completions: 0, revenueMicros: 0 };
    total.money.set(currency, {
      completions: known.completions + completions,
      revenueMicros: known.revenueMicros + Number(revenue),
    });
  }
  return [...totals.values()];
}

const statement = `
  select c.id as "conversionId", c.name, c.is_primary as "isPrimary", d.day::text, coalesce(d.currency, '') as currency,
         coalesce(sum(d.count), 0)::int as completions, coalesce(sum(d.revenue), 0)::text as revenue
    from conversions c
    left join (
      select s.conversion_id, s.day, s.currency, s.count, s.revenue_micros as revenue
        from conversions o
        join completion_sums s on s.workspace_id = o.workspace_id and s.conversion_id = o.id and s.revision = o.revision
         and s.kind = 'day' and s.day between ${openFrom} and cast(:to as date)
       where o.workspace_id = :workspaceId
      union all
      select u.conversion_id, (u.occurred_at at time zone :timezone)::date, coalesce(u.currency, ''), 1,
             coalesce(u.revenue_micros, 0)
        from (${unsummedWhere('c.conversion_id in (select id from conversions where workspace_id = :workspaceId)')}) u
    ) d on d.conversion_id = c.id
   where c.workspace_id = :workspaceId
   group by c.id, c.name, c.is_primary, d.day, d.currency
   order by c.name, c.id, d.day`;
