import type { z } from 'zod';
import {
  changePassword,
  countOwners,
  deleteMember,
  findMember,
  findUser,
  insertMember,
  insertUser,
  lockMembership,
  setRole,
  type User,
} from '../../db/accounts';
import { recordAudit } from '../../db/audit';
import { isUniqueViolation, newId, type Database } from '../../db/connection';
import {
  acceptInvitation,
  deleteInvitation,
  deleteOutlivedInvitation,
  findInvitation,
  insertInvitation,
  setInvitationRole,
  type Invitation,
} from '../../db/invitations';
import { queueNotice } from '../../db/notices';
import { readInvitationToken } from '../../domain/accounts/invitation-token';
import { mayGrant, type Role } from '../../domain/accounts/permissions';
import { aRole } from '../../domain/accounts/role-name';
import type { acceptInvitationBody } from '../../domain/accounts/schemas';
import { AppError, conflict, forbidden, notFound, unauthorized } from '../../domain/errors';
import type { Actor } from '../route';
import type { Services } from '../services';
import { hashPassword, isPassword } from './passwords';

const invitationDays = 7;

/**
 * Invites somebody by mail; the message is written with the invitation and sent by a worker.
 * @throws AppError FORBIDDEN above the caller's own role, CONFLICT for a member or somebody with an open invitation
 */
export async function inviteMember(database: Database, actor: Actor, email: string, role: Role): Promise<Invitation> {
  const { workspaceId } = actor;
  if (!mayGrant(actor.role, role)) throw forbidden(`Your role, ${actor.role}, cannot make somebody ${role}.`);
  const user = await findUser(database, { email });
  if (user !== null && (await findMember(database, workspaceId, user.id)) !== null) {
    throw conflict('This person is a member already.');
  }
  try {
    return await database.transaction(async (transaction) => {
      const expiresAt = new Date(Date.now() + invitationDays * 86_400_000);
      await deleteOutlivedInvitation(transaction, workspaceId, email);
      const invitation = await insertInvitation(transaction, {
        workspaceId,
        email,
        role,
        invitedBy: actor.id,
        expiresAt,
      });
      await queueNotice(transaction, workspaceId, { template: 'invite', invitationId: invitation.id });
      await log(transaction, actor, 'member.invited', { invitationId: invitation.id, role });
      return invitation;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('This person is invited already. Remove the invitation to send a new one.');
    throw error;
  }
}

/**
 * Accepts an invitation: makes the person a member, with a new account or by the password of the one they have.
 * @throws AppError NOT_FOUND for a token that opens nothing (any more), UNAUTHORIZED for a wrong password
 */
export async function joinWorkspace(
  services: Services,
  { token, password, name }: z.output<typeof acceptInvitationBody>,
  address: string,
): Promise<{ user: User; workspaceId: string }> {
  const named = readInvitationToken(services.linkSecret, token);
  const invitation =
    named === null ? null : await findInvitation(services.database, named.workspaceId, named.invitationId);
  if (invitation === null || invitation.acceptedAt !== null || invitation.expiresAt < new Date())
    throw goneInvitation();
  const { workspaceId, role, email } = invitation;
  const existing = await proveAccount(services, email, password, address);
  const passwordHash = existing?.passwordHash ?? (await hashPassword(password));
  return services.database.transaction(async (transaction) => {
    const user = existing ?? { id: newId('user'), email, name: name ?? null, passwordHash, sessionEpoch: 0 };
    // First, so that of two acceptances at once the second finds the invitation used.
    if (!(await acceptInvitation(transaction, workspaceId, invitation.id, user.id))) throw goneInvitation();
    if (existing === null) await insertUser(transaction, user);
    else if (existing.passwordHash === null) await changePassword(transaction, user.id, passwordHash);
    await insertMember(transaction, { workspaceId, userId: user.id, role });
    // An invitation that a key made has nobody to tell.
    if ((await findUser(transaction, { id: invitation.invitedBy })) !== null) {
      await queueNotice(transaction, workspaceId, { template: 'invite-accepted', invitationId: invitation.id });
    }
    const acting = { workspaceId, id: user.id };
    await log(transaction, acting, 'member.joined', { invitationId: invitation.id, role });
    const epoch = existing?.passwordHash === null ? user.sessionEpoch + 1 : user.sessionEpoch;
    return { user: { ...user, sessionEpoch: epoch }, workspaceId };
  });
}

/** The account of the address, if there is one; one with a password wants it. */
async function proveAccount(
  services: Services,
  email: string,
  password: string,
  address: string,
): Promise<User | null> {
  const user = await findUser(services.database, { email });
  if (user === null || user.passwordHash === null) return user;
  await services.limits.countSignIn({ email, address });
  if (!(await isPassword(password, user.passwordHash))) {
    throw unauthorized('You have an account with this email: accept with its password.');
  }
  await services.limits.forgiveSignIn({ email, address });
  return user;
}

const goneInvitation = (): AppError =>
  new AppError('NOT_FOUND', 'This invitation does not exist, was used, or has run out. Ask for a new one.');

/**
 * Changes the role of a member or of an open invitation.
 * @throws AppError NOT_FOUND, FORBIDDEN above the caller's own role, CONFLICT for the last owner
 */
export async function changeRole(database: Database, actor: Actor, id: string, role: Role): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockMembership(transaction, actor.workspaceId);
    const current = await currentRole(transaction, actor.workspaceId, id);
    if (!mayGrant(actor.role, current.role) || !mayGrant(actor.role, role)) {
      throw forbidden(`Your role, ${actor.role}, cannot make ${aRole(current.role)} ${role}.`);
    }
    if (current.invited) await setInvitationRole(transaction, actor.workspaceId, id, role);
    else {
      if (role !== 'owner') await keepAnOwner(transaction, actor.workspaceId, current.role);
      await setRole(transaction, actor.workspaceId, id, role);
    }
    await log(transaction, actor, 'member.role_changed', { memberId: id, from: current.role, to: role });
  });
}

/** Removes a member, or withdraws an invitation. @throws as {@link changeRole} */
export async function removeMember(database: Database, actor: Actor, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockMembership(transaction, actor.workspaceId);
    const current = await currentRole(transaction, actor.workspaceId, id);
    if (!mayGrant(actor.role, current.role)) {
      throw forbidden(`Your role, ${actor.role}, cannot remove ${aRole(current.role)}.`);
    }
    if (current.invited) await deleteInvitation(transaction, actor.workspaceId, id);
    else {
      await keepAnOwner(transaction, actor.workspaceId, current.role);
      await deleteMember(transaction, actor.workspaceId, id);
    }
    await log(transaction, actor, 'member.removed', { memberId: id, role: current.role });
  });
}

async function currentRole(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<{ role: Role; invited: boolean }> {
  const member = await findMember(database, workspaceId, id);
  if (member !== null) return { role: member.role, invited: false };
  const invitation = await findInvitation(database, workspaceId, id);
  if (invitation === null || invitation.acceptedAt !== null) throw notFound('Member', id);
  return { role: invitation.role, invited: true };
}

async function keepAnOwner(transaction: Database, workspaceId: string, role: Role): Promise<void> {
  if (role === 'owner' && (await countOwners(transaction, workspaceId)) === 1) {
    throw conflict('This is the last owner. Make somebody else an owner first.');
  }
}

function log(
  transaction: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  action: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  const { workspaceId } = actor;
  return recordAudit(transaction, [
    { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor: actor.id, action, metadata },
  ]);
}
