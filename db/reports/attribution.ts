import type { Channel } from '../../domain/analytics/channel';
import { lookbackDays, type CreditedPath } from '../../domain/attribution/credit';
import { rowsOf, type Database } from '../connection';
import { isCurrent } from '../identity';
import { bringRollupsUpToDate } from '../rollups';
import { findMainCurrency, isCounted, isInPeriod, readTogether, type ReportPeriod } from './period-columns';

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
 * as they are now, also for what was before them. Touches that no model would look at are left out.
 * @param options.withAges whether the model asks how old touches are; paths that differ in nothing else are one without
 */
export async function readCompletionPaths(
  database: Database,
  period: ReportPeriod,
  { withAges }: { withAges: boolean },
): Promise<CompletionPaths> {
  await bringRollupsUpToDate(database, period.workspaceId);
  return readTogether(database, async (transaction) => {
    const rows = await rowsOf<PathRow>(transaction.raw(pathStatement, { ...period, lookbackDays, withAges }));
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
    select number, occurred_at, visitor_id from done where visitor_id is not null
    union
    select d.number, d.occurred_at, l.visitor_id from done d join visitor_links l
        on l.workspace_id = :workspaceId and l.end_user_id = d.person and ${isCurrent}
  )
  select p.channels, p.ages, count(*)::int as completions, d.currency, coalesce(sum(d.revenue_micros), 0)::text as revenue
    from done d left join (
      -- All credit goes to the only channel of a path, whatever the model.
      select number, case when is_one then all_channels[1:1] else all_channels end as channels,
             case when cast(:withAges as boolean) and not is_one then all_ages end as ages
        from (
          select v.number, min(t.channel) = max(t.channel) as is_one,
                 array_agg(t.channel order by t.at, t.event_id) as all_channels,
                 array_agg(extract(epoch from v.occurred_at - t.at)::float8 / 86400 order by t.at, t.event_id) as all_ages
            from devices v join visitor_touches t on t.workspace_id = :workspaceId and t.visitor_id = v.visitor_id
                 and t.is_touch and t.channel <> 'direct' and t.at <= v.occurred_at
                 and t.at >= v.occurred_at - make_interval(hours => 24 * cast(:lookbackDays as int))
           group by v.number
        ) touched
    ) p using (number)
   group by p.channels, p.ages, d.currency`;
