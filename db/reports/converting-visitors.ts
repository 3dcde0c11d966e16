import type { Database } from '../connection/pool';
import {
  allCompletions,
  countsOneConversion,
  isCounted,
  isInPeriod,
  isSummed,
  openFrom,
  unsummedCompletions,
  type ReportPeriod,
} from './period-columns';

/**
 * Returns the SQL for the distinct visitors of each day who completed a conversion on it: `day` and `visitors`. Each day
 * is counted like a summary of that day alone: a completion that a server reported counts for the person's visitor who
 * came first on the day. As in the summary, sums give distinct visitors only for one conversion.
 */
export const convertingVisitors = async (database: Database, period: ReportPeriod): Promise<string> =>
  (await countsOneConversion(database, period)) ? fromSums : fromCompletions;

/** The visitors of completions, one row for each visitor and day. */
const visitorsOf = (completions: string): string => `
  select distinct d.day, coalesce(d.visitor_id, p.visitor_id) as visitor_id
    from (
      select distinct (c.occurred_at at time zone :timezone)::date as day, c.visitor_id, c.end_user_id
        from (${completions}) c
    ) d left join lateral (
      select l.visitor_id from current_visitor_links l
        join visitor_days v on v.workspace_id = l.workspace_id and v.visitor_id = l.visitor_id and v.day = d.day
       where d.visitor_id is null and l.workspace_id = :workspaceId and l.end_user_id = d.end_user_id
       order by v.first_at, v.visitor_id limit 1
    ) p on true
   where coalesce(d.visitor_id, p.visitor_id) is not null`;

const fromCompletions = `select day, count(*) as visitors from (${visitorsOf(allCompletions)}) found group by day`;

const isNotSummed = `not exists (
  select from completions c
   where c.workspace_id = :workspaceId and c.visitor_id = found.visitor_id and ${isCounted('c')}
     and ${isInPeriod('c.occurred_at')} and (c.occurred_at at time zone :timezone)::date = found.day
     and found.day >= ${openFrom})`;

const fromSums = `
  select day, sum(visitors) as visitors from (
    select s.day, s.count as visitors from completion_sums s where ${isSummed('s')} and s.kind = 'visitor'
    union all
    select day, 1 from (${visitorsOf(unsummedCompletions)}) found where ${isNotSummed}
  ) counted group by day`;
