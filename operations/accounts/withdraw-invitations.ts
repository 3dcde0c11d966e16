import { deleteInvitationsOf } from '../../db/accounts/invitations';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import type { Role } from '../../domain/accounts/permissions';
import { recordActs } from '../audit/record-act';

/**
 * Withdraws the open invitations of people or keys whose rights end or shrink, in that transaction and under the lock on the membership.
 * @param roles of the invitations that the makers can no longer give
 */
export async function withdrawInvitations(
  transaction: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  makerIds: readonly string[],
  roles: readonly Role[],
): Promise<void> {
  const withdrawn = await deleteInvitationsOf(transaction, actor.workspaceId, { makerIds, roles });
  const details = withdrawn.map(({ id: invitationId, role, invitedBy }) => ({ invitationId, role, invitedBy }));
  await recordActs(transaction, actor, 'member.invitation_withdrawn', details);
}
