import type { Role } from '../accounts/permissions';
import { unauthorized, type AppError } from '../errors';

/** The format of API keys: a prefix, 32 base62 characters, and a checksum of 6. */

export const keyPrefixes = { secret: 'svc_sk_', user: 'svc_uk_', transactional: 'svc_tx_' } as const;
export type KeyKind = keyof typeof keyPrefixes;

/** How to authenticate, for error messages. */
export const howToAuthenticate = 'Sign in, or send a key as "x-api-key" or as "Authorization: Bearer".';

export const invalidKey = (): AppError => unauthorized(`The key is not valid for this route. ${howToAuthenticate}`);

export const expiredKey = (): AppError =>
  unauthorized('This key has expired. Create a new one in the console, under Keys.');

export const invalidTransactionalKey = (): AppError =>
  unauthorized(
    'The key is not a valid transactional key (svc_tx_). Create one in the console, or with POST /api/transactional-api-keys.',
  );

/**
 * Returns the role of a key: admin for a server key, the user's role for a user key, and null for a transactional key,
 * which can only send.
 * @param userRole of the key's user; null for a user who is not a member
 */
export function roleOfKey(kind: KeyKind, userRole: Role | null): Role | null {
  if (kind === 'user') return userRole;
  return kind === 'secret' ? 'admin' : null;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Formats a key from uniformly random digits.
 * @param digits 32 numbers, each 0 to 61
 */
export function formatApiKey(kind: KeyKind, digits: readonly number[]): string {
  const secret = formatSecret(digits);
  return `${keyPrefixes[kind]}${secret}${checksum(keyPrefixes[kind] + secret)}`;
}

/**
 * Formats the public key of a workspace, which is a name, not a secret.
 * @param digits 32 numbers, each 0 to 61
 */
export const formatWorkspaceKey = (digits: readonly number[]): string => `svc_pk_${formatSecret(digits)}`;

function formatSecret(digits: readonly number[]): string {
  if (digits.length !== 32) throw new RangeError('A key needs 32 digits.');
  return digits.map((digit) => base62.charAt(digit)).join('');
}

/** Returns the kind of a well-formed key, or null. A mistyped key is refused without a query. */
export function apiKeyKind(key: string): KeyKind | null {
  const match = /^(svc_(?:sk|uk|tx)_)([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(key);
  if (match === null || checksum(`${match[1]}${match[2]}`) !== match[3]) return null;
  const kinds = Object.keys(keyPrefixes) as KeyKind[];
  return kinds.find((kind) => keyPrefixes[kind] === match[1]) ?? null;
}

/** Computes a CRC-32 (IEEE 802.3) as six base62 digits. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let value = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  for (let index = 0; index < 6; index += 1) {
    digits = base62.charAt(value % 62) + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}
