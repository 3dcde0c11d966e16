import { countOwners, findMember, lockMembership } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { findInvitation } from '../../db/accounts/invitations';
import type { Role } from '../../domain/accounts/permissions';
import { conflict, notFound } from '../../domain/errors';

/** Locks the workspace's membership, and finds a member or an open invitation. @throws AppError NOT_FOUND */
export async function lockMember(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<{ role: Role; isInvited: boolean }> {
  await lockMembership(transaction, workspaceId);
  const member = await findMember(transaction, workspaceId, id);
  if (member !== null) return { role: member.role, isInvited: false };
  const invitation = await findInvitation(transaction, workspaceId, id);
  if (invitation === null || invitation.acceptedAt !== null) throw notFound('Member', id);
  return { role: invitation.role, isInvited: true };
}

/** For a member of this role who is about to lose it, under {@link lockMember}. @throws AppError CONFLICT for the last owner */
export async function assertNotLastOwner(transaction: Database, workspaceId: string, role: Role): Promise<void> {
  if (role === 'owner' && (await countOwners(transaction, workspaceId)) === 1) {
    throw conflict('This is the last owner. Make another member an owner first.');
  }
}
