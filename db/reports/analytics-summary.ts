import type { Channel } from '../../domain/analytics/channel';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import {
  allCompletions,
  countsOneConversion,
  isCounted,
  isInPeriod,
  isSummed,
  openFrom,
  sumRevenue,
  unsummedCompletions,
  type CurrencyRevenue,
  type ReportPeriod,
} from './period-columns';

export interface SummaryFigures {
  visitors: number;
  leads: number;
  conversions: number;
  convertingVisitors: number;
  /** The currency with the most completions first. */
  revenue: CurrencyRevenue[];
  /** Most visitors first. */
  channels: { channel: Channel; visitors: number; conversions: number }[];
}

/**
 * Summarizes a period of a workspace. A visitor is counted once, in the channel of their first day in the period. A
 * completion that a server reported counts for the person's visitor who came first.
 */
export async function summarizePeriod(transaction: Database, period: ReportPeriod): Promise<SummaryFigures> {
  const visitors = await countVisitors(transaction, period);
  const { conversions, convertingVisitors, byChannel } = await countCompletions(transaction, period);
  const channels = visitors.map((row) => ({ ...row, conversions: byChannel.get(row.channel) ?? 0 }));
  return {
    visitors: visitors.reduce((sum, row) => sum + row.visitors, 0),
    leads: await countLeads(transaction, period),
    conversions,
    convertingVisitors,
    revenue: await sumRevenue(transaction, period),
    channels,
  };
}

function countVisitors(database: Database, period: ReportPeriod): Promise<{ channel: Channel; visitors: number }[]> {
  return rowsOf(
    database.raw(
      // A visitor's first day in the period is the one with a previous day before the period.
      `select channel, sum(visitors)::int as visitors from day_arrivals
        where workspace_id = :workspaceId and day between cast(:from as date) and cast(:to as date)
          and previous_day < cast(:from as date)
        group by channel order by visitors desc, channel`,
      { ...period },
    ),
  );
}

async function countLeads(database: Database, period: ReportPeriod): Promise<number> {
  const [row] = await rowsOf<{ leads: number }>(
    database.raw(
      `select count(*)::int as leads from end_users where workspace_id = :workspaceId and ${isInPeriod('created_at')}`,
      { ...period },
    ),
  );
  return row?.leads ?? 0;
}

interface CompletionRow {
  /** Null for completions without a visitor. */
  channel: Channel | null;
  completions: number;
  visitors: number;
  /** Completions of all conversions. If they are not split by channel, the row without a channel has the total. */
  total: number;
}

/** Counts completions. Sums give distinct visitors only for one conversion; for several, every completion is read. */
async function countCompletions(database: Database, period: ReportPeriod) {
  const isSingle = await countsOneConversion(database, period);
  const rows = await rowsOf<CompletionRow>(
    database.raw(isSingle ? sumsStatement : placedStatement(allCompletions), { ...period }),
  );
  return {
    conversions: rows.reduce((sum, row) => sum + row.total, 0),
    convertingVisitors: rows.reduce((sum, row) => sum + row.visitors, 0),
    byChannel: new Map(rows.map((row) => [row.channel, row.completions])),
  };
}

/**
 * Counts completions by the channel of their visitor's first day.
 * @param visitors condition for the visitors to count
 */
const placedStatement = (completions: string, visitors = 'true'): string => `
  with done as materialized (
    select c.visitor_id, c.end_user_id, count(*) as completions from (${completions}) c group by c.visitor_id, c.end_user_id
  ), placed as (
    select coalesce(d.visitor_id, p.visitor_id) as visitor_id, sum(d.completions) as completions
      from done d left join lateral (
        select l.visitor_id from current_visitor_links l
          join visitor_days v on v.workspace_id = l.workspace_id and v.visitor_id = l.visitor_id
         where d.visitor_id is null and l.workspace_id = :workspaceId and l.end_user_id = d.end_user_id
           and v.day between cast(:from as date) and cast(:to as date)
         order by v.day, v.first_at, v.visitor_id limit 1
      ) p on true
     group by 1
  )
  select f.channel, sum(p.completions)::int as completions, (count(p.visitor_id) filter (where ${visitors}))::int as visitors,
         sum(p.completions)::int as total
    from placed p left join lateral (
      select channel from visitor_days v
       where v.workspace_id = :workspaceId and v.visitor_id = p.visitor_id
         and v.day between cast(:from as date) and cast(:to as date)
       order by v.day limit 1
    ) f on true
   group by f.channel`;

const isNotSummed = `not exists (
  select from completions c
   where c.workspace_id = :workspaceId and c.visitor_id = p.visitor_id and ${isCounted('c')} and ${isInPeriod('c.occurred_at')}
     and (c.occurred_at at time zone :timezone)::date >= ${openFrom})`;

const sumsStatement = `
  select channel, coalesce(sum(completions), 0)::int as completions, coalesce(sum(visitors), 0)::int as visitors,
         coalesce(sum(total), 0)::int as total
    from (
    select case when s.kind = 'channel' then s.channel end as channel, sum(s.count) filter (where s.kind = 'channel') as completions,
           sum(s.count) filter (where s.kind = 'visitor') as visitors, sum(s.count) filter (where s.kind = 'day') as total
      from completion_sums s
     where ${isSummed('s')}
       and (s.kind = 'day' or s.kind = 'channel' and s.other_day >= ${openFrom} or s.kind = 'visitor' and s.other_day < ${openFrom})
     group by 1
    union all
    select * from (${placedStatement(unsummedCompletions, isNotSummed)}) rest
  ) counted group by channel`;
