import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/** The person that an unsubscribe link is for. */
export interface UnsubscribeSubject {
  workspaceId: string;
  endUserId: string;
  /** The message that contained the link; undefined for links from before this was recorded. */
  sendId?: string | undefined;
}

/** Creates the token of a link. It cannot be forged for another person. */
export const formatUnsubscribeToken = (
  secret: string,
  { workspaceId, endUserId, sendId }: UnsubscribeSubject,
): string =>
  formatSignedToken(secret, 'unsubscribe', [workspaceId, endUserId, ...(sendId === undefined ? [] : [sendId])]);

/** Returns the subject of a valid token, or null. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeSubject | null {
  const read = (count: number): string[] | null => readSignedToken(secret, 'unsubscribe', token, count);
  const [workspaceId, endUserId, sendId] = read(3) ?? read(2) ?? [];
  if (workspaceId === undefined || endUserId === undefined) return null;
  return { workspaceId, endUserId, ...(sendId === undefined ? {} : { sendId }) };
}
