import type { WeeklySummary } from '../../domain/digest/weekly-summary';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

const mostChannels = 3;

/** Summarizes a workspace from one day to another, both whole and in its timezone. */
export async function summarizeWeek(
  database: Database,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<WeeklySummary> {
  const [figures] = await rowsOf<WeeklySummary>(
    database.raw(
      `with span as (
         select id, cast(:from as date) as first, cast(:to as date) as last,
                cast(:from as date)::timestamp at time zone timezone as lower,
                (cast(:to as date) + 1)::timestamp at time zone timezone as upper
           from workspaces where id = :workspaceId
       )
       select
         (select count(distinct visitor_id)::int from visitor_days
           where workspace_id = s.id and day between s.first and s.last) as visitors,
         (select count(*)::int from end_users
           where workspace_id = s.id and created_at >= s.lower and created_at < s.upper) as leads,
         (select count(*)::int from journey_subjects
           where workspace_id = s.id and converted_at >= s.lower and converted_at < s.upper) as conversions,
         (select count(*)::int from sends
           where workspace_id = s.id and kind = 'journey' and status = 'sent'
             and created_at >= s.lower and created_at < s.upper) as messages,
         (select count(*)::int from experiments where workspace_id = s.id and status = 'running') as experiments,
         coalesce((select jsonb_agg(jsonb_build_object('channel', channel, 'visitors', visitors) order by visitors desc, channel)
            from (select channel, count(distinct visitor_id) as visitors from visitor_days
                   where workspace_id = s.id and day between s.first and s.last
                   group by channel order by 2 desc, 1 limit :mostChannels) c), '[]') as channels
       from span s`,
      { workspaceId, from, to, mostChannels },
    ),
  );
  return figures ?? { visitors: 0, leads: 0, conversions: 0, messages: 0, experiments: 0, channels: [] };
}
