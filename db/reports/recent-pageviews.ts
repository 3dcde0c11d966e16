import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

export interface RecentPageview {
  url: string;
  visitorId: string;
  at: Date;
}

/** Maximum number of pageviews that are read: enough to know the pages of a site and their visitors. */
export const pageviewsAtMost = 5_000;

/** Finds the newest 5,000 pageviews of the last 14 days, newest first, without bots. */
export const findRecentPageviews = (database: Database, workspaceId: string): Promise<RecentPageview[]> =>
  rowsOf<RecentPageview>(
    database.raw(
      `select url, visitor_id as "visitorId", occurred_at as at from events
        where workspace_id = :workspaceId and type = 'pageview' and occurred_at > now() - interval '14 days'
          and not is_bot and url is not null and visitor_id is not null
        order by occurred_at desc limit :limit`,
      { workspaceId, limit: pageviewsAtMost },
    ),
  );
