import { createCipheriv, createDecipheriv } from 'node:crypto';

/** A key that encrypts credentials. */
export interface CredentialsKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** The stored form: a 12-byte nonce, the text encrypted with AES-256-GCM, and a 16-byte authentication tag. */
export interface SealedCredentials {
  keyId: string;
  bytes: Buffer;
}

/**
 * The owner of credentials: a connection, a secret of the workspace, or a user for two-step verification. Moved to
 * another row, they cannot be decrypted.
 */
export type CredentialsOwner =
  ({ workspaceId: string } & ({ connectionId: string } | { secretName: string })) | { totpUserId: string };

export const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts credentials with the first key. Source: NIST SP 800-38D; the additional data is the owner.
 * @param nonce 12 random bytes, for this call only
 * @throws RangeError without a key
 */
export function sealCredentials(
  keys: readonly CredentialsKey[],
  owner: CredentialsOwner,
  text: string,
  nonce: Buffer,
): SealedCredentials {
  const [first] = keys;
  if (first === undefined || nonce.length !== nonceLength)
    throw new RangeError('Sealing needs a key and a nonce of 12 bytes.');
  return { keyId: first.id, bytes: sealBytes(first.key, nonce, Buffer.from(text), additionalData(owner)) };
}

/** Decrypts credentials; null if the key is unknown, or if the bytes were changed or belong to another owner. */
export function openCredentials(
  keys: readonly CredentialsKey[],
  owner: CredentialsOwner,
  { keyId, bytes }: SealedCredentials,
): string | null {
  const key = keys.find(({ id }) => id === keyId)?.key;
  return key === undefined ? null : (openBytes(key, bytes, additionalData(owner))?.toString('utf8') ?? null);
}

const noData = Buffer.alloc(0);

/**
 * Encrypts bytes with AES-256-GCM. Returns the nonce, the encrypted bytes, and a 16-byte tag that authenticates them
 * and the data.
 * @param nonce 12 random bytes, for this call only
 */
export function sealBytes(key: Buffer, nonce: Buffer, bytes: Uint8Array, data: Buffer = noData): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(data);
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of {@link sealBytes}; null with another key or other data, or if the bytes were changed. */
export function openBytes(key: Buffer, sealed: Buffer, data: Buffer = noData): Buffer | null {
  if (sealed.length < nonceLength + tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(data)
    .setAuthTag(sealed.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
  } catch {
    return null;
  }
}

/** JSON, so no two owners have the same text. */
const additionalData = (owner: CredentialsOwner): Buffer => Buffer.from(JSON.stringify(nameOf(owner)));

function nameOf(owner: CredentialsOwner): string[] {
  if ('totpUserId' in owner) return ['user', 'totp', owner.totpUserId];
  return 'secretName' in owner
    ? [owner.workspaceId, 'secret', owner.secretName]
    : [owner.workspaceId, owner.connectionId];
}

/**
 * Parses keys from the settings: `id:base64`, separated by commas.
 * @throws RangeError if a key is malformed, is not 32 bytes long, or has a repeated id
 */
export function readCredentialsKeys(text: string): CredentialsKey[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const keys = parts.map((part) => {
    const [, id, base64] = /^([A-Za-z0-9._-]{1,40}):([A-Za-z0-9+/_-]{43}=?)$/.exec(part) ?? [];
    return { id: id ?? '', key: Buffer.from(base64 ?? '', 'base64') };
  });
  const isWrong = keys.some(({ key }) => key.length !== 32) || new Set(keys.map(({ id }) => id)).size < keys.length;
  if (isWrong)
    throw new RangeError(
      'CREDENTIALS_KEYS must be a comma-separated list of id:base64, with unique ids and keys of 32 bytes.',
    );
  return keys;
}
