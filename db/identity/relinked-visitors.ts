/**
 * Queues visitors with a changed person link for the rollups (db/analytics/rollups.ts), because credits of completions
 * (db/conversions/completion-credits.ts) depend on links.
 */

/** The time of their markers. No event has this time. */
export const relinkTime = `timestamptz 'epoch'`;

/**
 * Returns the SQL that queues visitors.
 * @param links a table with `workspace_id` and `visitor_id`
 */
export const queueRelinked = (links: string): string => `
  insert into rollup_queue (workspace_id, visitor_ids, times)
  select workspace_id, array_agg(visitor_id), array_agg(${relinkTime}) from (
    select distinct workspace_id, visitor_id from ${links}) l group by workspace_id`;
