import { setRole } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { setInvitationRole } from '../../db/accounts/invitations';
import type { Actor } from '../../domain/accounts/actor';
import { mayGrant, type Role } from '../../domain/accounts/permissions';
import { aRole } from '../../domain/accounts/role-name';
import { forbidden } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { assertNotLastOwner, lockMember } from './lock-member';

/**
 * Changes the role of a member or of an open invitation.
 * @throws AppError NOT_FOUND, FORBIDDEN above the caller's own role, CONFLICT for the last owner
 */
export function changeRole(database: Database, actor: Actor, id: string, to: Role): Promise<void> {
  const { workspaceId, role } = actor;
  return database.transaction(async (transaction) => {
    const { role: from, isInvited } = await lockMember(transaction, workspaceId, id);
    if (!mayGrant(role, from) || !mayGrant(role, to)) {
      throw forbidden(`Your role, ${role}, cannot make ${aRole(from)} ${to}.`);
    }
    if (isInvited) await setInvitationRole(transaction, workspaceId, id, to);
    else {
      if (to !== 'owner') await assertNotLastOwner(transaction, workspaceId, from);
      await setRole(transaction, workspaceId, id, to);
    }
    await recordAct(transaction, actor, 'member.role_changed', { metadata: { memberId: id, from, to } });
  });
}
