import type { Database } from '../connection/pool';

/**
 * Assigns a pseudonym to each visitor that is currently linked to the person, including all of its links. Changes every
 * link to the person into a link to no person, so that no older link becomes current again. A visitor that is now
 * linked to another person keeps its name and that link.
 */
export async function detachVisitors(
  transaction: Database,
  erased: { workspaceId: string; endUserId: string; erasureId: string },
): Promise<void> {
  await transaction.raw(
    `insert into erasure_visitors (workspace_id, erasure_id, visitor_id, pseudonym)
     select workspace_id, :erasureId, visitor_id, 'erased_' || replace(gen_random_uuid()::text, '-', '')
       from current_visitor_links
      where workspace_id = :workspaceId and end_user_id = :endUserId
     on conflict do nothing`,
    erased,
  );
  await transaction.raw(
    `with detached as (
       update visitor_links set end_user_id = null, strength = 'verified', source = null, actor = 'erasure'
        where workspace_id = :workspaceId and end_user_id = :endUserId
       returning workspace_id, visitor_id
     )
     insert into rollup_queue (workspace_id, visitor_ids, times)
     select workspace_id, array_agg(visitor_id), array_agg(timestamptz 'epoch')
       from (select distinct workspace_id, visitor_id from detached) l group by workspace_id`,
    erased,
  );
  await transaction.raw(
    `update visitor_links l set visitor_id = v.pseudonym from erasure_visitors v
      where v.workspace_id = :workspaceId and v.erasure_id = :erasureId
        and l.workspace_id = v.workspace_id and l.visitor_id = v.visitor_id`,
    erased,
  );
}
