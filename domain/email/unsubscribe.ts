import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/** Whom an unsubscribe link speaks for. */
export interface UnsubscribeSubject {
  workspaceId: string;
  endUserId: string;
  /** The message that the link was in; unknown of links from before it was in them. */
  sendId?: string | undefined;
}

/** A link's token: it cannot be made for another person. */
export const formatUnsubscribeToken = (
  secret: string,
  { workspaceId, endUserId, sendId }: UnsubscribeSubject,
): string =>
  formatSignedToken(secret, 'unsubscribe', [workspaceId, endUserId, ...(sendId === undefined ? [] : [sendId])]);

/** The subject of a genuine token, else null. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeSubject | null {
  const read = (count: number): string[] | null => readSignedToken(secret, 'unsubscribe', token, count);
  const [workspaceId, endUserId, sendId] = read(3) ?? read(2) ?? [];
  if (workspaceId === undefined || endUserId === undefined) return null;
  return { workspaceId, endUserId, ...(sendId === undefined ? {} : { sendId }) };
}
