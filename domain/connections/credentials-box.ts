import { createCipheriv, createDecipheriv } from 'node:crypto';

/** A key that credentials are kept under. */
export interface CredentialsKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** What it takes to seal. */
export interface Sealing {
  /** The first encrypts; without any, nothing can be sealed. */
  credentialsKeys: readonly CredentialsKey[];
  /** 12 random bytes, for one call alone. */
  nonce: Buffer;
}

/** What a row keeps: 12 bytes that are used once, the text under AES-256-GCM, 16 bytes that authenticate it. */
export interface SealedCredentials {
  keyId: string;
  bytes: Buffer;
}

/** Whose credentials they are, of a connection or a secret of the workspace: moved to another row, they do not open. */
export type CredentialsOwner = { workspaceId: string } & ({ connectionId: string } | { secretName: string });

export const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts credentials under the first key. Source: NIST SP 800-38D; the additional data is the owner.
 * @param nonce 12 random bytes, for this call alone
 * @throws RangeError without a key
 */
export function sealCredentials(
  keys: readonly CredentialsKey[],
  owner: CredentialsOwner,
  text: string,
  nonce: Buffer,
): SealedCredentials {
  const [first] = keys;
  if (first === undefined || nonce.length !== nonceLength) throw new RangeError('Sealing takes a key and 12 bytes.');
  return { keyId: first.id, bytes: sealBytes(first.key, nonce, Buffer.from(text), additionalData(owner)) };
}

/** The text; null when its key is not among these, or when it was changed or belongs to another owner. */
export function openCredentials(
  keys: readonly CredentialsKey[],
  owner: CredentialsOwner,
  { keyId, bytes }: SealedCredentials,
): string | null {
  const key = keys.find(({ id }) => id === keyId)?.key;
  return key === undefined ? null : (openBytes(key, bytes, additionalData(owner))?.toString('utf8') ?? null);
}

const noData = Buffer.alloc(0);

/** The nonce, the bytes under AES-256-GCM, 16 bytes that authenticate these and the data. @param nonce 12 random bytes, for this call alone */
export function sealBytes(key: Buffer, nonce: Buffer, bytes: Uint8Array, data: Buffer = noData): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(data);
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** What {@link sealBytes} was given; null under another key, with other data, or when it was changed. */
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

/** As JSON, so that no two owners are spelled alike. */
const additionalData = (owner: CredentialsOwner): Buffer =>
  Buffer.from(
    JSON.stringify(
      'secretName' in owner ? [owner.workspaceId, 'secret', owner.secretName] : [owner.workspaceId, owner.connectionId],
    ),
  );

/**
 * Reads keys as an operator writes them: `id:base64`, separated by commas.
 * @throws RangeError when one is malformed, not of 32 bytes, or comes twice
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
  if (isWrong) throw new RangeError('The keys of credentials are not of the form id:base64.');
  return keys;
}
