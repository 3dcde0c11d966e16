import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';

/** Links that public callers assert. The first link of a visitor wins: nothing here ever moves a visitor. */

/**
 * Links a visitor without a link to the lead of an address, and creates the lead if the address is unknown. Uses one
 * statement that writes as much for a known address as for an unknown one, so that neither the response nor its
 * duration distinguishes them. For a visitor that already has a link, nothing changes. A new lead cannot receive email
 * until an authenticated call names them, unless the workspace's `mailPublicLeads` is enabled.
 * @param stitch.email normalized by `parseAddress`
 */
export async function stitchVisitor(
  database: Database,
  stitch: { workspaceId: string; visitorId: string; email: string },
): Promise<void> {
  await database.raw(
    `with lead as (
       insert into end_users (workspace_id, id, email, marketing_consent, consent_source)
       select :workspaceId, :endUserId, :email, coalesce((select mail_public_leads from workspaces where id = :workspaceId), false),
              'public_stitch'
        where not exists (select 1 from visitor_links where workspace_id = :workspaceId and visitor_id = :visitorId)
       on conflict (workspace_id, email) where email is not null do update set email = excluded.email
       returning id
     ), linked as (
       insert into visitor_links (workspace_id, id, visitor_id, end_user_id, strength, source, actor)
       select :workspaceId, :linkId, :visitorId, lead.id, 'asserted', 'stitch', 'public' from lead
       on conflict do nothing returning workspace_id, visitor_id
     )
     insert into rollup_queue (workspace_id, visitor_ids, times)
     select workspace_id, array_agg(visitor_id), array_agg(timestamptz 'epoch')
       from (select distinct workspace_id, visitor_id from linked) l group by workspace_id`,
    { ...stitch, endUserId: newId('endUser'), linkId: newId('link') },
  );
}

/** A public event's claim about its visitor: the id of a lead, or the customer's own id of one. */
export interface Claim {
  workspaceId: string;
  visitorId: string;
  userId: string;
}

/** Links visitors without a link to the people that public events claim them to be. Unknown people are skipped. */
export async function assertClaims(transaction: Database, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map((claim) => ({ ...claim, linkId: newId('link') }));
  await transaction.raw(
    `with linked as (
       insert into visitor_links (workspace_id, id, visitor_id, end_user_id, strength, source, actor)
       select distinct on (c."workspaceId", c."visitorId")
              c."workspaceId", c."linkId", c."visitorId", coalesce(u.id, x.end_user_id), 'asserted', 'event', 'public'
         from json_to_recordset(?::json) as c ("workspaceId" text, "visitorId" text, "userId" text, "linkId" text)
         left join end_users u on u.workspace_id = c."workspaceId" and u.id = c."userId"
         left join end_user_external_ids x on x.workspace_id = c."workspaceId" and x.external_id = c."userId"
        where coalesce(u.id, x.end_user_id) is not null
          and not exists (select 1 from visitor_links l
                           where l.workspace_id = c."workspaceId" and l.visitor_id = c."visitorId")
        order by c."workspaceId", c."visitorId", c."linkId"
       on conflict do nothing returning workspace_id, visitor_id
     )
     insert into rollup_queue (workspace_id, visitor_ids, times)
     select workspace_id, array_agg(visitor_id), array_agg(timestamptz 'epoch')
       from (select distinct workspace_id, visitor_id from linked) l group by workspace_id`,
    [JSON.stringify(rows)],
  );
}
