import { deleteMember } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { deleteInvitation } from '../../db/accounts/invitations';
import type { Actor } from '../../domain/accounts/actor';
import { mayGrant } from '../../domain/accounts/permissions';
import { aRole } from '../../domain/accounts/role-name';
import { forbidden } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { assertNotLastOwner, lockMember } from './lock-member';

/**
 * Removes a member, or withdraws an invitation.
 * @throws AppError NOT_FOUND, FORBIDDEN above the caller's own role, CONFLICT for the last owner
 */
export function removeMember(database: Database, actor: Actor, id: string): Promise<void> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const { role, isInvited } = await lockMember(transaction, workspaceId, id);
    if (!mayGrant(actor.role, role)) throw forbidden(`Your role, ${actor.role}, cannot remove ${aRole(role)}.`);
    if (isInvited) await deleteInvitation(transaction, workspaceId, id);
    else {
      await assertNotLastOwner(transaction, workspaceId, role);
      await deleteMember(transaction, workspaceId, id);
    }
    await recordAct(transaction, actor, 'member.removed', { metadata: { memberId: id, role } });
  });
}
