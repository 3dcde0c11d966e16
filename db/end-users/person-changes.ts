import { inChunks } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * The history of people's attributes and consent. A trigger of the table of people writes it, with the actor in the
 * setting `apex.actor` of the transaction.
 */

/** Deletes changes after their workspace's retention period. @returns how many */
export const purgePersonChanges = (database: Database, signal: AbortSignal): Promise<number> =>
  inChunks(
    database,
    `with gone as (
       delete from person_changes where (workspace_id, end_user_id, changed_at, id) in (
         select c.workspace_id, c.end_user_id, c.changed_at, c.id
           from workspaces w join person_changes c on c.workspace_id = w.id
            and c.changed_at < now() - w.retention_days * interval '1 day'
          limit 5000)
       returning 1
     ) select count(*)::int as rows from gone`,
    { signal },
  );
