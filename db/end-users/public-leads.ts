import type { Database } from '../connection/pool';

/**
 * People that pages created (`POST /api/identity/stitch`). They receive email only after an authenticated call has
 * named them, or immediately if the workspace's `mailPublicLeads` is enabled.
 */

/** Allows email to a public lead that an authenticated call has named. Does nothing for other people. */
export async function confirmPublicLead(
  database: Database,
  workspaceId: string,
  by: { id: string } | { email: string },
): Promise<void> {
  await database('end_users')
    .where({ workspace_id: workspaceId, ...by, consent_source: 'public_stitch' })
    .update({
      marketing_consent: true,
      consent_source: 'keyed_call',
      consent_at: database.fn.now(),
      updated_at: database.fn.now(),
    });
}

/** Confirms several people. Locks them in a fixed order, so that writers of the same people wait for each other. */
export async function confirmPublicLeads(
  transaction: Database,
  people: readonly { workspaceId: string; endUserId: string }[],
): Promise<void> {
  if (people.length === 0) return;
  await transaction.raw(
    `with named as (
       select u.workspace_id, u.id from end_users u
         join json_to_recordset(?::json) as n ("workspaceId" text, "endUserId" text)
           on n."workspaceId" = u.workspace_id and n."endUserId" = u.id
        where u.consent_source = 'public_stitch' order by u.workspace_id, u.id for no key update of u
     )
     update end_users u
        set marketing_consent = true, consent_source = 'keyed_call', consent_at = now(), updated_at = now()
       from named where u.workspace_id = named.workspace_id and u.id = named.id`,
    [JSON.stringify(people)],
  );
}

/** Applies a change of `mailPublicLeads` to the existing public leads. */
export async function setPublicLeadsMailable(
  transaction: Database,
  workspaceId: string,
  mailable: boolean,
): Promise<void> {
  await transaction('end_users')
    .where({ workspace_id: workspaceId, consent_source: 'public_stitch', marketing_consent: !mailable })
    .update({ marketing_consent: mailable, consent_at: transaction.fn.now(), updated_at: transaction.fn.now() });
}
