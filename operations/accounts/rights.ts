import { findMember, lockMembership } from '../../db/accounts/accounts';
import { deleteInvitationsOf } from '../../db/accounts/invitations';
import type { Database } from '../../db/connection/pool';
import { findKeyHolderById } from '../../db/keys/keys';
import type { Actor } from '../../domain/accounts/actor';
import type { Role } from '../../domain/accounts/permissions';
import { unauthorized } from '../../domain/errors';
import { idPrefixes } from '../../domain/ids';
import { roleOfKey } from '../../domain/keys/api-key';
import { recordActs } from '../audit/record-act';
import type { Context } from '../ports';

/** Current rights of a person or key in a workspace. */
export interface Rights {
  role: Role;
  /** Null for a server key. */
  userId: string | null;
  /** Null for rights without an end. */
  expiresAt: Date | null;
}

/**
 * Reads the current rights of a person or key.
 * @param id of a user or key, as in the audit log
 * @returns null for a person who is not a member, and for a key that is revoked, expired or transactional
 */
export async function findRights(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  id: string,
): Promise<Rights | null> {
  if (!id.startsWith(`${idPrefixes.apiKey}_`)) {
    const member = await findMember(database, workspaceId, id);
    return member === null ? null : { role: member.role, userId: id, expiresAt: null };
  }
  const holder = await findKeyHolderById(database, workspaceId, id);
  const role = holder === null ? null : roleOfKey(holder.kind, holder.role);
  if (holder === null || role === null) return null;
  return { role, userId: holder.userId, expiresAt: holder.expiresAt };
}

/**
 * Locks the workspace's membership and reads the caller's rights. A change of role, a removal and a revocation take the same lock, so
 * that what the caller creates is either refused or withdrawn with their rights.
 * @throws AppError UNAUTHORIZED if the rights ended after the request was authenticated
 */
export async function lockRights(
  transaction: Database,
  { workspaceId, id }: Pick<Actor, 'workspaceId' | 'id'>,
): Promise<Rights> {
  await lockMembership(transaction, workspaceId);
  const rights = await findRights({ database: transaction }, workspaceId, id);
  if (rights === null) throw unauthorized('You lost access to this workspace while the request was processed.');
  return rights;
}

/**
 * Withdraws open invitations of people or keys that lose rights, in that transaction and under the lock on the membership.
 * @param roles of the invitations that their creators can no longer give
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
