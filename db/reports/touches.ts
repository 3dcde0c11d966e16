/** Touches (db/analytics/visitor-touches.ts) as SQL. */

/**
 * Returns a query for the touches of visitors.
 * @param visitors a query that returns `visitor_id`
 */
export const touchesOf = (visitors: string): string => `
  select visitor_id, at, event_id as id, channel from visitor_touches
   where workspace_id = :workspaceId and is_touch and visitor_id in (${visitors})`;

/** Returns a query for the visitors that are linked to a person. */
export const visitorsOf = (person: string): string => `
  select l.visitor_id from current_visitor_links l
   where l.workspace_id = :workspaceId and l.end_user_id = ${person}`;

/** Returns a query for the channel of a person's first touch, over all of their visitors. */
export const firstTouchOf = (person: string): string =>
  `select t.channel from (${touchesOf(visitorsOf(person))}) t order by t.at, t.id limit 1`;
