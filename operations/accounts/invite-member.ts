import type { z } from 'zod';
import { findMember, findUser } from '../../db/accounts/accounts';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { deleteOutlivedInvitation, insertInvitation, type Invitation } from '../../db/accounts/invitations';
import { queueNotice } from '../../db/notices/notices';
import type { Actor } from '../../domain/accounts/actor';
import type { inviteMemberBody } from '../../domain/accounts/schemas';
import { conflict } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { assertMayAssign } from './assert-may-assign';
import { countInvitation } from './count-invitation';
import { lockRights } from './lock-rights';

const invitationDays = 7;

/**
 * Invites a person by mail; the message is written with the invitation and sent by a worker. An invitation by a key that expires
 * ends with the key.
 * @throws AppError FORBIDDEN above the caller's own role or for a server key that gives more than `member`, CONFLICT for a member or
 * an address with an open invitation, RATE_LIMITED as {@link countInvitation}
 */
export async function inviteMember(
  database: Database,
  actor: Actor,
  { email, role }: z.output<typeof inviteMemberBody>,
  now: Date,
): Promise<Invitation> {
  const { workspaceId, id: invitedBy } = actor;
  const endsAt = new Date(now.getTime() + invitationDays * 86_400_000);
  try {
    return await database.transaction(async (transaction) => {
      const caller = await lockRights(transaction, actor);
      assertMayAssign(caller, role);
      await refuseMember(transaction, workspaceId, email);
      await deleteOutlivedInvitation(transaction, workspaceId, email);
      const expiresAt = caller.expiresAt !== null && caller.expiresAt < endsAt ? caller.expiresAt : endsAt;
      const invitation = await insertInvitation(transaction, { workspaceId, email, role, invitedBy, expiresAt });
      const invitationId = invitation.id;
      await countInvitation(transaction, { workspaceId, email });
      await queueNotice(transaction, workspaceId, { template: 'invite', invitationId });
      await recordAct(transaction, actor, 'member.invited', { metadata: { invitationId, role } });
      return invitation;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('This person is already invited. Remove the invitation to send a new one.');
    throw error;
  }
}

async function refuseMember(transaction: Database, workspaceId: string, email: string): Promise<void> {
  const user = await findUser(transaction, { email });
  if (user !== null && (await findMember(transaction, workspaceId, user.id)) !== null) {
    throw conflict('This person is already a member.');
  }
}
