import { createHash } from 'node:crypto';

/** Formats the token of a share link. @param random 32 random bytes */
export function formatShareToken(random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('A token takes 32 random bytes.');
  return Buffer.from(random).toString('base64url');
}

/** Hashes a token as it is stored. The token has 256 random bits, so that a plain hash resists guessing. */
export const hashShareToken = (token: string): Buffer => createHash('sha256').update(token).digest();
