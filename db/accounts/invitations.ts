import type { Role } from '../../domain/accounts/permissions';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

export interface Invitation {
  workspaceId: string;
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  acceptedBy: string | null;
}

const columns = columnsOf<Invitation>()(
  'workspaceId',
  'id',
  'email',
  'role',
  'invitedBy',
  'createdAt',
  'expiresAt',
  'acceptedAt',
  'acceptedBy',
);

/**
 * Stores an invitation.
 * @throws the database's unique violation if the address has an open invitation in this workspace
 */
export async function insertInvitation(
  database: Database,
  invitation: Pick<Invitation, 'workspaceId' | 'email' | 'role' | 'invitedBy' | 'expiresAt'>,
): Promise<Invitation> {
  const rows = await database('invitations')
    .insert({
      workspace_id: invitation.workspaceId,
      id: newId('invitation'),
      email: invitation.email,
      role: invitation.role,
      invited_by: invitation.invitedBy,
      expires_at: invitation.expiresAt,
    })
    .returning<Invitation[]>(columns);
  return rows[0] as Invitation;
}

export async function findInvitation(database: Database, workspaceId: string, id: string): Promise<Invitation | null> {
  const row = await database('invitations')
    .where({ workspace_id: workspaceId, id })
    .first<Invitation | undefined>(columns);
  return row ?? null;
}

/** Lists invitations that are not accepted yet, including expired ones, newest first. */
export async function listOpenInvitations(database: Database, workspaceId: string): Promise<Invitation[]> {
  return database('invitations')
    .where({ workspace_id: workspaceId })
    .whereNull('accepted_at')
    .orderBy('id', 'desc')
    .select<Invitation[]>(columns);
}

/**
 * Marks an invitation as accepted.
 * @returns its role and inviter; null if it was not open or had expired, for example on a second acceptance
 */
export async function acceptInvitation(
  database: Database,
  workspaceId: string,
  id: string,
  userId: string,
): Promise<Pick<Invitation, 'role' | 'invitedBy'> | null> {
  const [accepted] = await database('invitations')
    .where({ workspace_id: workspaceId, id })
    .whereNull('accepted_at')
    .where('expires_at', '>', database.fn.now())
    .update({ accepted_at: database.fn.now(), accepted_by: userId, updated_at: database.fn.now() })
    .returning<Pick<Invitation, 'role' | 'invitedBy'>[]>(['role', 'invited_by as invitedBy']);
  return accepted ?? null;
}

/**
 * Changes the role of an invitation.
 * @param given the new role, and the user who now counts as the inviter
 */
export async function setInvitationRole(
  database: Database,
  workspaceId: string,
  id: string,
  { role, invitedBy }: Pick<Invitation, 'role' | 'invitedBy'>,
): Promise<void> {
  await database('invitations')
    .where({ workspace_id: workspaceId, id })
    .update({ role, invited_by: invitedBy, updated_at: database.fn.now() });
}

/**
 * Extends an invitation that is not accepted.
 * @param given the new end, and the user or key that now counts as the inviter
 */
export async function renewInvitation(
  transaction: Database,
  workspaceId: string,
  id: string,
  { invitedBy, expiresAt }: Pick<Invitation, 'invitedBy' | 'expiresAt'>,
): Promise<Invitation> {
  const rows = await transaction('invitations')
    .where({ workspace_id: workspaceId, id })
    .whereNull('accepted_at')
    .update({ invited_by: invitedBy, expires_at: expiresAt, updated_at: transaction.fn.now() })
    .returning<Invitation[]>(columns);
  return rows[0] as Invitation;
}

/**
 * Withdraws an open invitation.
 * @returns whether it existed
 */
export async function deleteInvitation(database: Database, workspaceId: string, id: string): Promise<boolean> {
  return (await database('invitations').where({ workspace_id: workspaceId, id }).whereNull('accepted_at').delete()) > 0;
}

/**
 * Withdraws the open invitations to `roles` that any of `makerIds` (users or keys) created.
 * @returns the withdrawn invitations
 */
export function deleteInvitationsOf(
  transaction: Database,
  workspaceId: string,
  { makerIds, roles }: { makerIds: readonly string[]; roles: readonly Role[] },
): Promise<Pick<Invitation, 'id' | 'role' | 'invitedBy'>[]> {
  return transaction('invitations')
    .where({ workspace_id: workspaceId })
    .whereIn('invited_by', [...makerIds])
    .whereIn('role', [...roles])
    .whereNull('accepted_at')
    .delete()
    .returning(['id', 'role', 'invited_by as invitedBy']);
}

/** Deletes an address's expired invitation to make room for a new one. */
export async function deleteOutlivedInvitation(database: Database, workspaceId: string, email: string): Promise<void> {
  await database('invitations')
    .where({ workspace_id: workspaceId, email })
    .whereNull('accepted_at')
    .where('expires_at', '<=', database.fn.now())
    .delete();
}
