import type { Channel } from '../../domain/analytics/channel';
import { lookbackDays, type CreditedPath } from '../../domain/attribution/credit';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { isCurrent } from '../identity/identity';
import { findMainCurrency, isCounted, isInPeriod, type ReportPeriod } from './period-columns';

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
  transaction: Database,
  period: ReportPeriod,
  { withAges }: { withAges: boolean },
): Promise<CompletionPaths> {
  const rows = await rowsOf<PathRow>(transaction.raw(pathStatement, { ...period, lookbackDays, withAges }));
  return { paths: rows.map(fromRow), currency: await findMainCurrency(transaction, period) };
}

const fromRow = ({ channels, ages, completions, currency, revenue }: PathRow): CreditedPath => ({
  channels: channels ?? [],
  agesDays: ages ?? [],
  completions,
  revenueMicros: currency === null ? {} : { [currency]: Number(revenue) },
});

/** In the order of visitors, so that what follows one another in the index is read one after the other. */
const pathStatement = `
  with done as materialized (
    select c.occurred_at, c.visitor_id, c.currency, c.revenue_micros, coalesce(c.end_user_id, l.end_user_id) as person
      from completions c
      left join visitor_links l on c.end_user_id is null and l.workspace_id = :workspaceId
           and l.visitor_id = c.visitor_id and ${isCurrent}
     where c.workspace_id = :workspaceId and ${isCounted('c')} and ${isInPeriod('c.occurred_at')}
     order by c.visitor_id
  )
  select p.channels, p.ages, count(*)::int as completions, d.currency, coalesce(sum(d.revenue_micros), 0)::text as revenue
    from done d cross join lateral (
      -- All credit goes to the only channel of a path, whatever the model.
      select case when is_one then all_channels[1:1] else all_channels end as channels,
             case when cast(:withAges as boolean) and not is_one then all_ages end as ages
        from (
          select min(t.channel) = max(t.channel) as is_one,
                 array_agg(t.channel order by t.at, t.event_id) as all_channels,
                 array_agg(extract(epoch from d.occurred_at - t.at)::float8 / 86400 order by t.at, t.event_id) as all_ages
            from visitor_touches t
           where t.workspace_id = :workspaceId and t.is_touch and t.channel <> 'direct' and t.at <= d.occurred_at
             and t.at >= d.occurred_at - make_interval(hours => 24 * cast(:lookbackDays as int))
             and t.visitor_id = any (case when d.person is null then array[d.visitor_id] else array(
                   select d.visitor_id
                   union
                   select l.visitor_id from visitor_links l
                    where l.workspace_id = :workspaceId and l.end_user_id = d.person and ${isCurrent}) end)
        ) touched
    ) p
   group by p.channels, p.ages, d.currency`;
