import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/** Whom an unsubscribe link speaks for. */
export interface UnsubscribeSubject {
  workspaceId: string;
  endUserId: string;
}

/** A link's token: nobody can make one for somebody else. */
export const formatUnsubscribeToken = (secret: string, { workspaceId, endUserId }: UnsubscribeSubject): string =>
  formatSignedToken(secret, 'unsubscribe', [workspaceId, endUserId]);

/** The subject of a genuine token, else null. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeSubject | null {
  const [workspaceId, endUserId] = readSignedToken(secret, 'unsubscribe', token, 2) ?? [];
  return workspaceId === undefined || endUserId === undefined ? null : { workspaceId, endUserId };
}
