import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/** The invitation that a token opens. */
export interface InvitationName {
  workspaceId: string;
  invitationId: string;
}

/**
 * Creates an invitation's token. It is computed, so the worker that mails it needs no stored secret. The invitation's
 * row determines whether it is still valid.
 */
export const formatInvitationToken = (secret: string, { workspaceId, invitationId }: InvitationName): string =>
  formatSignedToken(secret, 'invitation', [workspaceId, invitationId]);

/** Returns the invitation in a valid token, or null. */
export function readInvitationToken(secret: string, token: string): InvitationName | null {
  const [workspaceId, invitationId] = readSignedToken(secret, 'invitation', token, 2) ?? [];
  return workspaceId === undefined || invitationId === undefined ? null : { workspaceId, invitationId };
}
