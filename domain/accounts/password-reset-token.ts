import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/**
 * The token of a link that sets a password. It is computed, as an invitation's is: the worker that mails it needs no stored secret,
 * and nothing in the database opens it. The row decides whether it is still good.
 */
export const formatPasswordResetToken = (secret: string, resetId: string): string =>
  formatSignedToken(secret, 'password_reset', [resetId]);

/** The reset that a genuine token names, else null. */
export const readPasswordResetToken = (secret: string, token: string): string | null =>
  readSignedToken(secret, 'password_reset', token, 1)?.[0] ?? null;
