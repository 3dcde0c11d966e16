/**
 * Visitors who were linked to another person, or to none, are queued with the rollups (db/analytics/rollups.ts), as credits of
 * completions (db/conversions/completion-credits.ts) depend on links.
 */

/** The time of their markers: no event is from then. */
export const relinkTime = `timestamptz 'epoch'`;

/** @param links a table with `workspace_id` and `visitor_id` */
export const queueRelinked = (links: string): string => `
  insert into rollup_queue (workspace_id, visitor_ids, times)
  select workspace_id, array_agg(visitor_id), array_agg(${relinkTime}) from (
    select distinct workspace_id, visitor_id from ${links}) l group by workspace_id`;
