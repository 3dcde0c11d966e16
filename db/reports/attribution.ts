import type { Channel } from '../../domain/analytics/channel';
import { lookbackDays, type CreditedPath } from '../../domain/attribution/credit';
import { rowsOf, type Database } from '../connection';
import { isCurrent } from '../identity';
import { bringRollupsUpToDate } from '../rollups';
import { findMainCurrency, isCounted, isInPeriod, readTogether, type ReportPeriod } from './period-columns';
import { touchesOf } from './touches';

export interface CompletionPaths {
  paths: CreditedPath[];
  /** The one with the most completions. */
  currency: string;
}

interface PathRow {
  channels: Channel[] | null;
  ages: number[] | null;
  completions: number;
  currency: string | null;
  revenue: string;
}

/**
 * How the completions of a period came about: the touches in the days before each, over all visitors of its person. Links hold
 * as they are now, also for what was before them.
 */
export async function readCompletionPaths(database: Database, period: ReportPeriod): Promise<CompletionPaths> {
  await bringRollupsUpToDate(database, period.workspaceId);
  return readTogether(database, async (transaction) => {
    const rows = await rowsOf<PathRow>(transaction.raw(pathStatement, { ...period, lookbackDays }));
    return { paths: rows.map(fromRow), currency: await findMainCurrency(transaction, period) };
  });
}

const fromRow = ({ channels, ages, completions, currency, revenue }: PathRow): CreditedPath => ({
  channels: channels ?? [],
  agesDays: ages ?? [],
  completions,
  revenueMicros: currency === null ? {} : { [currency]: Number(revenue) },
});

const pathStatement = `
  with done as materialized (
    select row_number() over () as number, c.occurred_at, c.visitor_id, c.currency, c.revenue_micros,
           coalesce(c.end_user_id, l.end_user_id) as person
      from completions c
      left join visitor_links l on c.end_user_id is null and l.workspace_id = :workspaceId
           and l.visitor_id = c.visitor_id and ${isCurrent}
     where c.workspace_id = :workspaceId and ${isCounted('c')} and ${isInPeriod('c.occurred_at')}
  ), devices as materialized (
    select number, visitor_id from done where visitor_id is not null
    union
    select d.number, l.visitor_id from done d join visitor_links l
        on l.workspace_id = :workspaceId and l.end_user_id = d.person and ${isCurrent}
  ), touches as materialized (${touchesOf('select distinct visitor_id from devices')})
  select p.channels, p.ages, count(*)::int as completions, d.currency, coalesce(sum(d.revenue_micros), 0)::text as revenue
    from done d left join (
      select d.number, array_agg(t.channel order by t.at, t.id) as channels,
             array_agg(extract(epoch from d.occurred_at - t.at)::float8 / 86400 order by t.at, t.id) as ages
        from done d join devices v using (number) join touches t on t.visitor_id = v.visitor_id
       where t.at <= d.occurred_at and t.at >= d.occurred_at - make_interval(hours => 24 * cast(:lookbackDays as int))
       group by d.number
    ) p using (number)
   group by p.channels, p.ages, d.currency`;
