import { deleteMember } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { deleteInvitation } from '../../db/accounts/invitations';
import type { Actor } from '../../domain/accounts/actor';
import { mayGrant, roles } from '../../domain/accounts/permissions';
import { aRole } from '../../domain/accounts/role-name';
import { forbidden } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { assertNotLastOwner, lockMember } from './lock-member';
import { lockRights } from './lock-rights';
import { withdrawInvitations } from './withdraw-invitations';

/**
 * Removes a member and withdraws the open invitations that they made, or withdraws one invitation.
 * @throws AppError NOT_FOUND, FORBIDDEN above the caller's own role, CONFLICT for the last owner
 */
export function removeMember(database: Database, actor: Actor, id: string): Promise<void> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const caller = await lockRights(transaction, actor);
    const { role, isInvited } = await lockMember(transaction, workspaceId, id);
    if (!mayGrant(caller.role, role)) throw forbidden(`Your role, ${caller.role}, cannot remove ${aRole(role)}.`);
    if (isInvited) await deleteInvitation(transaction, workspaceId, id);
    else {
      await assertNotLastOwner(transaction, workspaceId, role);
      await deleteMember(transaction, workspaceId, id);
      await withdrawInvitations(transaction, actor, [id], roles);
    }
    await recordAct(transaction, actor, 'member.removed', { metadata: { memberId: id, role } });
  });
}
