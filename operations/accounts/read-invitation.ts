import { findUser } from '../../db/accounts/accounts';
import { findInvitation, type Invitation } from '../../db/accounts/invitations';
import type { Database } from '../../db/connection/pool';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { readInvitationToken } from '../../domain/accounts/invitation-token';
import type { InvitationFacts } from '../../domain/accounts/link-facts';
import { brandingOf } from '../../domain/senders/branding';
import type { Context } from '../ports';

/** Reads the facts that the page of an invitation shows. */
export async function readInvitation(
  { database, settings, clock }: Pick<Context, 'database' | 'settings' | 'clock'>,
  token: string,
): Promise<InvitationFacts> {
  const named = readInvitationToken(settings.linkSecret, token);
  const invitation = named === null ? null : await findInvitation(database, named.workspaceId, named.invitationId);
  if (invitation === null) return { state: 'unknown', sender: null, joining: null };
  const workspace = await findWorkspace(database, invitation.workspaceId);
  const sender = workspace === null ? null : brandingOf(workspace);
  if (invitation.acceptedAt !== null) return { state: 'used', sender, joining: null };
  if (invitation.expiresAt <= clock.now()) return { state: 'expired', sender, joining: null };
  return { state: 'open', sender, joining: await readJoining(database, invitation, workspace?.name ?? '') };
}

async function readJoining(
  database: Database,
  { email, role, invitedBy }: Invitation,
  workspaceName: string,
): Promise<InvitationFacts['joining']> {
  const inviter = await findUser(database, { id: invitedBy });
  const account = await findUser(database, { email });
  return {
    workspaceName,
    inviter: inviter === null ? null : (inviter.name ?? inviter.email),
    role,
    email,
    hasAccount: account !== null && account.passwordHash !== null,
  };
}
