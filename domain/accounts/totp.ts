import { createHash } from 'node:crypto';
import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** Codes of authenticator apps: TOTP as in RFC 6238, with SHA-1, six digits and steps of 30 seconds. */

const stepSeconds = 30;
const base32 = new ScureBase32Plugin();

/** Bytes of a new secret, as RFC 4226 recommends. */
export const totpSecretBytes = 20;

/** Minutes in which an enrolment must be confirmed. */
export const enrolmentMinutes = 15;

/** Formats a secret as base32, as people type it into an app. */
export const formatTotpSecret = (bytes: Uint8Array): string => base32.encode(bytes, { padding: false });

/** Returns the otpauth URI of a secret, which apps read from a QR code. */
export const totpUri = (email: string, secret: string): string => generateURI({ issuer: 'Apex', label: email, secret });

/**
 * Finds the time step of a code: the current one, the previous or the next, because clocks differ.
 * @returns null for a wrong code
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, period: stepSeconds, epochTolerance: stepSeconds });
  return result.valid ? Math.floor(epoch / stepSeconds) + result.delta : null;
}

/** Removes spaces, which apps show between digits. */
export const plainCode = (text: string): string => text.replace(/\s/g, '');

/** Recovery codes of one enrolment. */
export const recoveryCodeCount = 10;
export const recoveryCodeBytes = 10;

/** Formats 80 random bits as four groups of four letters and digits. */
export const formatRecoveryCode = (bytes: Uint8Array): string =>
  (formatTotpSecret(bytes).toLowerCase().match(/.{4}/g) ?? []).join('-');

/** Returns the hash that is stored for a recovery code; null if the text cannot be one. */
export function hashRecoveryCode(text: string): Buffer | null {
  const plain = text.replace(/[\s-]/g, '').toLowerCase();
  return /^[a-z2-7]{16}$/.test(plain) ? createHash('sha256').update(plain).digest() : null;
}
