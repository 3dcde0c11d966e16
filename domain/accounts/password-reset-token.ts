import { formatSignedToken, readSignedToken } from '../tokens/signed-token';

/**
 * Creates the token of a link that sets a password. Like an invitation's token, it is computed: the worker that mails
 * it needs no stored secret, and nothing in the database can open it. The row determines whether it is still valid.
 */
export const formatPasswordResetToken = (secret: string, resetId: string): string =>
  formatSignedToken(secret, 'password_reset', [resetId]);

/** Returns the id of the reset in a valid token, or null. */
export const readPasswordResetToken = (secret: string, token: string): string | null =>
  readSignedToken(secret, 'password_reset', token, 1)?.[0] ?? null;
