import type { Channel } from '../../domain/analytics/channel';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { touchesOf, visitorsOf } from './touches';

/** The touches and completions of a person, over all of their visitors, oldest first. */
export interface LeadPath {
  touches: { at: Date; channel: Channel; url: string | null; referrer: string | null; visitorId: string }[];
  completions: { conversionId: string; at: Date; revenueMicros: string | null; currency: string | null }[];
}

/** Maximum number of touches, and of completions, to read; the newest are kept. */
const most = 1_000;

/**
 * Reads the path of a person.
 * @param person an end user's id
 */
export async function readLeadPath(database: Database, workspaceId: string, person: string): Promise<LeadPath> {
  const values = { workspaceId, person, most };
  const [touches, completions] = await Promise.all([
    rowsOf<LeadPath['touches'][number]>(
      database.raw(
        `select t.at, t.channel, e.url, e.referrer, t.visitor_id as "visitorId" from (
           select * from (${touchesOf(visitorsOf(':person'))}) all_touches order by at desc, id desc limit :most
         ) t join events e on e.workspace_id = :workspaceId and e.occurred_at = t.at and e.id = t.id
         order by t.at, t.id`,
        values,
      ),
    ),
    rowsOf<LeadPath['completions'][number]>(
      database.raw(
        `select conversion_id as "conversionId", at, revenue as "revenueMicros", currency from (
           select c.conversion_id, c.occurred_at as at, c.event_id, c.revenue_micros::text as revenue, c.currency from completions c
            where c.workspace_id = :workspaceId and (c.end_user_id = :person
                  or c.end_user_id is null and c.visitor_id in (${visitorsOf(':person')}))
            order by c.occurred_at desc, c.event_id desc limit :most
         ) newest order by at, event_id, conversion_id`,
        values,
      ),
    ),
  ]);
  return { touches, completions };
}
