import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/** Which invitation a token opens. */
export interface InvitationName {
  workspaceId: string;
  invitationId: string;
}

/**
 * An invitation's token. It is computed, so that the worker that mails it needs no stored secret; the invitation's row decides
 * whether it is still good.
 */
export const formatInvitationToken = (secret: string, { workspaceId, invitationId }: InvitationName): string =>
  formatSignedToken(secret, 'invitation', [workspaceId, invitationId]);

/** The invitation that a genuine token names, else null. */
export function readInvitationToken(secret: string, token: string): InvitationName | null {
  const [workspaceId, invitationId] = readSignedToken(secret, 'invitation', token, 2) ?? [];
  return workspaceId === undefined || invitationId === undefined ? null : { workspaceId, invitationId };
}
