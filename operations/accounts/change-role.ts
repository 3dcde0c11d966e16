import { setRole } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { setInvitationRole } from '../../db/accounts/invitations';
import type { Actor } from '../../domain/accounts/actor';
import { mayGrant, roles, type Role } from '../../domain/accounts/permissions';
import { aRole } from '../../domain/accounts/role-name';
import { forbidden } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { assertMayAssign } from './assert-may-assign';
import { assertNotLastOwner, lockMember } from './lock-member';
import { lockRights } from './lock-rights';
import { withdrawInvitations } from './withdraw-invitations';

/**
 * Changes the role of a member or of an open invitation, which is the caller's from then on. Invitations that a member made and could
 * no longer make are withdrawn.
 * @throws AppError NOT_FOUND, FORBIDDEN above the caller's own role or for a server key that gives more than `member`, CONFLICT for
 * the last owner
 */
export function changeRole(database: Database, actor: Actor, id: string, to: Role): Promise<void> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const caller = await lockRights(transaction, actor);
    const { role: from, isInvited } = await lockMember(transaction, workspaceId, id);
    if (!mayGrant(caller.role, from) || !mayGrant(caller.role, to)) {
      throw forbidden(`Your role, ${caller.role}, cannot make ${aRole(from)} ${to}.`);
    }
    if (from === to) return;
    assertMayAssign(caller, to);
    if (isInvited) await setInvitationRole(transaction, workspaceId, id, { role: to, invitedBy: actor.id });
    else {
      if (to !== 'owner') await assertNotLastOwner(transaction, workspaceId, from);
      await setRole(transaction, workspaceId, id, to);
      const beyond = roles.filter((role) => !mayGrant(to, role));
      await withdrawInvitations(transaction, actor, [id], beyond);
    }
    await recordAct(transaction, actor, 'member.role_changed', { metadata: { memberId: id, from, to } });
  });
}
