import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whom an unsubscribe link speaks for. */
export interface UnsubscribeSubject {
  workspaceId: string;
  endUserId: string;
}

/** A link's token: the subject's ids and an HMAC-SHA256 over them, so that nobody can make one for somebody else. */
export function formatUnsubscribeToken(secret: string, { workspaceId, endUserId }: UnsubscribeSubject): string {
  const payload = `${workspaceId}.${endUserId}`;
  return `${payload}.${sign(secret, payload)}`;
}

/** The subject of a genuine token, else null. */
export function readUnsubscribeToken(secret: string, token: string): UnsubscribeSubject | null {
  const [workspaceId, endUserId, signature, ...rest] = token.split('.');
  if (workspaceId === undefined || endUserId === undefined || signature === undefined || rest.length > 0) return null;
  const expected = Buffer.from(sign(secret, `${workspaceId}.${endUserId}`));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? { workspaceId, endUserId } : null;
}

const sign = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(`unsubscribe:${payload}`).digest('base64url');
