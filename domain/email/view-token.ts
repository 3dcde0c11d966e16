import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/** The message of a view link. */
export interface ViewedSend {
  workspaceId: string;
  sendId: string;
}

/** Returns the address of a message's page. Its token cannot be forged for another message. */
export const viewUrlOf = (publicUrl: string, secret: string, { workspaceId, sendId }: ViewedSend): string =>
  `${publicUrl}/v/${formatSignedToken(secret, 'view', [workspaceId, sendId])}`;

/** Returns the message of a valid token, or null. */
export function readViewToken(secret: string, token: string): ViewedSend | null {
  const [workspaceId, sendId] = readSignedToken(secret, 'view', token, 2) ?? [];
  return workspaceId === undefined || sendId === undefined ? null : { workspaceId, sendId };
}
