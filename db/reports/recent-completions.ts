import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** A completion, with the person that the event named or that its visitor is linked to. */
export interface RecentCompletion {
  eventId: string;
  occurredAt: Date;
  visitorId: string | null;
  personId: string | null;
  email: string | null;
  /** Null for an event without a page, and after retention deleted the event. */
  url: string | null;
  /** In major units. */
  amount: number | null;
  currency: string | null;
}

/** Lists the newest completions of a conversion, newest first. */
export function listRecentCompletions(
  database: Database,
  workspaceId: string,
  conversionId: string,
  limit: number,
): Promise<RecentCompletion[]> {
  return rowsOf<RecentCompletion>(
    database.raw(
      `select c.event_id as "eventId", c.occurred_at as "occurredAt", c.visitor_id as "visitorId", p.id as "personId",
              p.email, e.url, (c.revenue_micros / 1e6)::float8 as amount, c.currency
         from (
           select * from completions where workspace_id = :workspaceId and conversion_id = :conversionId
            order by occurred_at desc, event_id desc limit :limit
         ) c
         left join lateral (
           select l.end_user_id from current_visitor_links l
            where c.end_user_id is null and l.workspace_id = c.workspace_id and l.visitor_id = c.visitor_id
         ) link on true
         left join end_users p on p.workspace_id = c.workspace_id and p.id = coalesce(c.end_user_id, link.end_user_id)
         left join events e on e.workspace_id = c.workspace_id and e.occurred_at = c.occurred_at and e.id = c.event_id
        order by c.occurred_at desc, c.event_id desc`,
      { workspaceId, conversionId, limit },
    ),
  );
}
