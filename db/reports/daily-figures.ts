import type { AnomalyMetric } from '../../domain/analytics/anomaly';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { readTimeseries } from './analytics-timeseries';
import type { ReportPeriod } from './period-columns';

export interface DailyFigures {
  /** Values by ISO date; missing days count as zero. Spend is in major units of the currency with the highest spend. */
  values: Map<string, number>;
  /** Returns whether the data of a day is complete. */
  isWhole: (date: string) => boolean;
}

/** Reads a metric's figures by day. */
export async function readDailyFigures(
  database: Database,
  metric: AnomalyMetric,
  period: ReportPeriod,
): Promise<DailyFigures> {
  if (metric === 'spend') return readSpend(database, period);
  const values = await readTimeseries(database, period, { metric, channel: null, currency: null });
  return { values, isWhole: () => true };
}

interface SpendRow {
  day: string;
  spend: number | null;
  whole: boolean;
}

/**
 * Reads spend by day. A day is complete if the last import of every connection, and every row, is from at least
 * fourteen hours after the day ended for the workspace: by then it has also ended for most accounts. Without
 * connections, the day also needs a row.
 */
async function readSpend(database: Database, { workspaceId, timezone, from, to }: ReportPeriod): Promise<DailyFigures> {
  const rows = await rowsOf<SpendRow>(
    database.raw(
      `with main as (
         select currency from ad_metrics
          where workspace_id = :workspaceId and day between cast(:from as date) and cast(:to as date)
          group by currency order by sum(spend_micros) desc, currency limit 1
       ), days as (
         select day::date, (day::date + 1)::timestamp at time zone :timezone + interval '14 hours' as settled
           from generate_series(cast(:from as date), cast(:to as date), interval '1 day') d (day)
       )
       select d.day::text, m.spend,
              coalesce(m.oldest, 'infinity') >= d.settled and coalesce(c.oldest, m.oldest) >= d.settled as whole
         from days d
         left join lateral (
           select (sum(spend_micros) filter (where currency = (select currency from main)) / 1e6)::float as spend,
                  min(updated_at) as oldest
             from ad_metrics where workspace_id = :workspaceId and day = d.day
         ) m on true
         cross join (
           select min(coalesce(last_synced_at, '-infinity')) as oldest from ad_connections where workspace_id = :workspaceId
         ) c`,
      { workspaceId, timezone, from, to },
    ),
  );
  const whole = new Set(rows.filter((row) => row.whole).map(({ day }) => day));
  const values = new Map(rows.flatMap(({ day, spend }) => (spend === null ? [] : [[day, spend] as const])));
  return { values, isWhole: (date) => whole.has(date) };
}
