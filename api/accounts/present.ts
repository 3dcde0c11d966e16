import type { z } from 'zod';
import type { Member } from '../../db/accounts/accounts';
import type { Invitation } from '../../db/accounts/invitations';
import type { Session } from '../../db/accounts/sessions';
import type { memberRecord } from '../../domain/accounts/schemas';
import type { sessionRecord } from '../../domain/sessions/schemas';

export const presentSession = (session: Session): z.infer<typeof sessionRecord> => ({
  id: session.id,
  user: session.user,
  workspaceId: session.workspaceId,
  role: session.role,
  expiresAt: session.expiresAt.toISOString(),
});

export const presentMember = (member: Member): z.infer<typeof memberRecord> => ({
  id: member.id,
  email: member.email,
  name: member.name,
  role: member.role,
  status: 'active',
  createdAt: member.createdAt.toISOString(),
});

/** An invited person stands among the members until the invitation is accepted. */
export const presentInvitation = (invitation: Invitation): z.infer<typeof memberRecord> => ({
  id: invitation.id,
  email: invitation.email,
  name: null,
  role: invitation.role,
  status: 'invited',
  createdAt: invitation.createdAt.toISOString(),
});
