import type { Database } from '../connection/pool';
import { queueRelinked } from '../identity/relinked-visitors';

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
       from visitor_links l
      where workspace_id = :workspaceId and end_user_id = :endUserId
        and not exists (select 1 from visitor_links n where n.workspace_id = l.workspace_id
                           and n.visitor_id = l.visitor_id and n.supersedes = l.id)
     on conflict do nothing`,
    erased,
  );
  await transaction.raw(
    `with detached as (
       update visitor_links set end_user_id = null, strength = 'verified', source = null, actor = 'erasure'
        where workspace_id = :workspaceId and end_user_id = :endUserId
       returning workspace_id, visitor_id
     ) ${queueRelinked('detached')}`,
    erased,
  );
  await transaction.raw(
    `update visitor_links l set visitor_id = v.pseudonym from erasure_visitors v
      where v.workspace_id = :workspaceId and v.erasure_id = :erasureId
        and l.workspace_id = v.workspace_id and l.visitor_id = v.visitor_id`,
    erased,
  );
}
