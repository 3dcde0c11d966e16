import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { countOwners, deleteMember, findMember, findUser, lockMembership, setRole } from '../../db/accounts/accounts';
import {
  deleteInvitation,
  deleteOutlivedInvitation,
  findInvitation,
  insertInvitation,
  type Invitation,
  renewInvitation,
  setInvitationRole,
} from '../../db/accounts/invitations';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { changeNoticePreferences, findNoticePreferences } from '../../db/notices/notice-preferences';
import { queueNotice } from '../../db/notices/notices';
import { countInWindow } from '../../db/rate-limits/rate-limits';
import type { Actor } from '../../domain/accounts/actor';
import { mayAssign, mayGrant, type Role, roles } from '../../domain/accounts/permissions';
import { aRole } from '../../domain/accounts/role-name';
import type { inviteMemberBody } from '../../domain/accounts/schemas';
import { AppError, conflict, forbidden, notFound } from '../../domain/errors';
import type { NoticePreferences } from '../../domain/notices/member-notice';
import { recordAct } from '../audit/record-act';
import { lockRights, type Rights, withdrawInvitations } from './rights';
import type { Context } from '../ports';

const invitationDays = 7;

/**
 * Invites a person by email. The message is queued with the invitation, and a worker sends it. The invitation of a key expires no
 * later than the key.
 * @throws AppError FORBIDDEN above the caller's own role or for a server key that gives more than `member`, CONFLICT for a member or
 * an address with an open invitation, RATE_LIMITED as {@link countInvitation}
 */
export async function inviteMember(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  actor: Actor,
  { email, role }: z.output<typeof inviteMemberBody>,
): Promise<Invitation> {
  const { workspaceId, id: invitedBy } = actor;
  try {
    return await database.transaction(async (transaction) => {
      const caller = await lockRights(transaction, actor);
      assertMayAssign(caller, role);
      await refuseMember(transaction, workspaceId, email);
      await deleteOutlivedInvitation(transaction, workspaceId, email);
      const expiresAt = invitationEnd(caller, clock.now());
      const invitation = await insertInvitation(transaction, { workspaceId, email, role, invitedBy, expiresAt });
      const invitationId = invitation.id;
      await countInvitation(transaction, { workspaceId, email });
      await queueNotice(transaction, workspaceId, { template: 'invite', invitationId });
      await recordAct(transaction, actor, 'member.invited', { metadata: { invitationId, role } });
      return invitation;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('This person is already invited. Send the invitation again, or remove it first.');
    throw error;
  }
}

/** Returns when a new invitation ends: after seven days, and no later than the rights of its creator. */
function invitationEnd({ expiresAt }: Rights, now: Date): Date {
  const endsAt = new Date(now.getTime() + invitationDays * 86_400_000);
  return expiresAt !== null && expiresAt < endsAt ? expiresAt : endsAt;
}

/**
 * Sends the message of an open or expired invitation again. The invitation then ends after seven more days and belongs to the caller.
 * @throws AppError NOT_FOUND; CONFLICT for a person who has accepted; FORBIDDEN, RATE_LIMITED as {@link inviteMember}
 */
export function resendInvitation(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  actor: Actor,
  invitationId: string,
): Promise<Invitation> {
  const { workspaceId, id: invitedBy } = actor;
  return database.transaction(async (transaction) => {
    const caller = await lockRights(transaction, actor);
    const { isInvited, role } = await lockMember(transaction, workspaceId, invitationId);
    if (!isInvited) throw conflict('This person is already a member.');
    assertMayAssign(caller, role);
    const renewed = { invitedBy, expiresAt: invitationEnd(caller, clock.now()) };
    const invitation = await renewInvitation(transaction, workspaceId, invitationId, renewed);
    await countInvitation(transaction, { workspaceId, email: invitation.email });
    await queueNotice(transaction, workspaceId, { template: 'invite', invitationId });
    await recordAct(transaction, actor, 'member.invitation_resent', { metadata: { invitationId, role } });
    return invitation;
  });
}

async function refuseMember(transaction: Database, workspaceId: string, email: string): Promise<void> {
  const user = await findUser(transaction, { email });
  if (user !== null && (await findMember(transaction, workspaceId, user.id)) !== null) {
    throw conflict('This person is already a member.');
  }
}

/**
 * Changes the role of a member or of an open invitation, which then belongs to the caller. Open invitations of the member are
 * withdrawn if the new role may not give them.
 * @throws AppError NOT_FOUND, FORBIDDEN above the caller's own role or for a server key that gives more than `member`, CONFLICT for
 * the last owner
 */
export function changeRole({ database }: Pick<Context, 'database'>, actor: Actor, id: string, to: Role): Promise<void> {
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

/**
 * Removes a member and withdraws the open invitations that they made, or withdraws one invitation.
 * @throws AppError NOT_FOUND, FORBIDDEN above the caller's own role, CONFLICT for the last owner
 */
export function removeMember({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
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

/**
 * Asserts that a caller may give a role.
 * @throws AppError FORBIDDEN for a role above the caller's own, and for a server key that gives more than `member`
 */
function assertMayAssign(caller: Rights, role: Role): void {
  if (mayAssign(caller, role)) return;
  const isAbove = !mayGrant(caller.role, role);
  throw forbidden(isAbove ? `Your role, ${caller.role}, cannot assign the role ${role}.` : onlyMembers);
}

const onlyMembers =
  'A server key can assign only the role member. To assign another role, sign in or send a user key (svc_uk_).';

/** Locks the workspace's membership and finds a member or an open invitation. @throws AppError NOT_FOUND */
async function lockMember(
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

/** Asserts that an owner remains. Call it after {@link lockMember}. @throws AppError CONFLICT for the last owner */
async function assertNotLastOwner(transaction: Database, workspaceId: string, role: Role): Promise<void> {
  if (role === 'owner' && (await countOwners(transaction, workspaceId)) === 1) {
    throw conflict('This is the last owner. Make another member an owner first.');
  }
}

const windowMs = 86_400_000;
/** Messages to one address from all workspaces. */
const maxPerAddress = 3;
const maxPerWorkspace = 500;

/**
 * Counts the message of an invitation, in the transaction that queues it. A withdrawn invitation still counts, because its message
 * was sent.
 * @throws AppError RATE_LIMITED for an address or a workspace with too many in 24 hours
 */
async function countInvitation(
  transaction: Database,
  { workspaceId, email }: { workspaceId: string; email: string },
): Promise<void> {
  // A hash, because erasures do not reach this table.
  const address = createHash('sha256').update(email).digest('hex');
  const toAddress = await countInWindow(transaction, `invitation_address:${address}`, windowMs);
  if (toAddress.count > maxPerAddress) {
    const limit = `An address can receive at most ${maxPerAddress} invitations in 24 hours from all workspaces.`;
    throw tooMany(limit, toAddress.msBeforeNext);
  }
  const ofWorkspace = await countInWindow(transaction, `invitation_workspace:${workspaceId}`, windowMs);
  if (ofWorkspace.count > maxPerWorkspace) {
    throw tooMany(`A workspace can send at most ${maxPerWorkspace} invitations in 24 hours.`, ofWorkspace.msBeforeNext);
  }
}

function tooMany(limit: string, msBeforeNext: number): AppError {
  const hours = Math.max(1, Math.ceil(msBeforeNext / 3_600_000));
  const wait = `Retry in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;
  return new AppError('RATE_LIMITED', `${limit} ${wait}`, {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });
}

/** Changes the given notice preferences of a member. @returns all of their preferences */
export async function changePreferences(
  { database }: Pick<Context, 'database'>,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  changes: { [Name in keyof NoticePreferences]?: boolean | undefined },
): Promise<NoticePreferences> {
  await changeNoticePreferences(database, workspaceId, userId, changes);
  return findNoticePreferences(database, workspaceId, userId);
}
