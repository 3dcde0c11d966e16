import type { z } from 'zod';
import { findMember, findUser } from '../../db/accounts/accounts';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { deleteOutlivedInvitation, insertInvitation, type Invitation } from '../../db/accounts/invitations';
import { queueNotice } from '../../db/notices/notices';
import type { Actor } from '../../domain/accounts/actor';
import { mayGrant } from '../../domain/accounts/permissions';
import type { inviteMemberBody } from '../../domain/accounts/schemas';
import { conflict, forbidden } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

const invitationDays = 7;

/**
 * Invites a person by mail; the message is written with the invitation and sent by a worker.
 * @throws AppError FORBIDDEN above the caller's own role, CONFLICT for a member or an address with an open invitation
 */
export async function inviteMember(
  database: Database,
  actor: Actor,
  { email, role }: z.output<typeof inviteMemberBody>,
  now: Date,
): Promise<Invitation> {
  const { workspaceId, id: invitedBy } = actor;
  if (!mayGrant(actor.role, role)) throw forbidden(`Your role, ${actor.role}, cannot grant the role ${role}.`);
  const user = await findUser(database, { email });
  if (user !== null && (await findMember(database, workspaceId, user.id)) !== null) {
    throw conflict('This person is a member already.');
  }
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000);
  try {
    return await database.transaction(async (transaction) => {
      await deleteOutlivedInvitation(transaction, workspaceId, email);
      const invitation = await insertInvitation(transaction, { workspaceId, email, role, invitedBy, expiresAt });
      const invitationId = invitation.id;
      await queueNotice(transaction, workspaceId, { template: 'invite', invitationId });
      await recordAct(transaction, actor, 'member.invited', { metadata: { invitationId, role } });
      return invitation;
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('This person is invited already. Remove the invitation to send a new one.');
    throw error;
  }
}
