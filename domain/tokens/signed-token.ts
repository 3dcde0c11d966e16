import { createHmac, timingSafeEqual } from 'node:crypto';

/** The purpose of a link. A token is valid only for its own purpose. */
export type TokenPurpose = 'unsubscribe' | 'view' | 'invitation' | 'password_reset' | 'experiment_preview';

/**
 * Creates a token of ids, with an HMAC-SHA256 over them and the purpose.
 * @param ids without dots
 */
export function formatSignedToken(secret: string, purpose: TokenPurpose, ids: readonly string[]): string {
  const payload = ids.join('.');
  return `${payload}.${sign(secret, purpose, payload)}`;
}

/** Returns the ids of a valid token with that number of ids, or null. */
export function readSignedToken(secret: string, purpose: TokenPurpose, token: string, count: number): string[] | null {
  const parts = token.split('.');
  const signature = parts.pop();
  if (signature === undefined || parts.length !== count) return null;
  const expected = Buffer.from(sign(secret, purpose, parts.join('.')));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? parts : null;
}

const sign = (secret: string, purpose: TokenPurpose, payload: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${payload}`).digest('base64url');
