import { findResettingUser } from '../../db/accounts/password-resets';
import { readPasswordResetToken } from '../../domain/accounts/password-reset-token';
import { requestPasswordReset } from '../../operations/accounts/request-password-reset';
import { resetPassword } from '../../operations/accounts/reset-password';
import type { SignInAttempt } from '../middleware/sign-in-limits';
import type { Services } from '../services';
import { hashPassword } from './passwords';

/** Mails a link to the account of an address, if there is one, and if neither it nor the caller's network asked too often. */
export async function requestResetLink(
  { database, limits }: Pick<Services, 'database' | 'limits'>,
  attempt: SignInAttempt,
  now: Date,
): Promise<void> {
  if (await limits.countPasswordReset(attempt)) await requestPasswordReset({ database }, attempt.email, now);
}

/** Whether a link still sets a password. */
export async function isOpenReset({ database, linkSecret }: Services, token: string): Promise<boolean> {
  const resetId = readPasswordResetToken(linkSecret, token);
  return resetId !== null && (await findResettingUser(database, resetId)) !== null;
}

/** Sets a password by a link, and lets its account sign in again at once. @throws AppError as {@link resetPassword}, RATE_LIMITED */
export async function resetPasswordByLink(
  { database, limits, linkSecret }: Services,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const resetId = readPasswordResetToken(linkSecret, token);
  const email = await resetPassword(database, resetId, async (id) => {
    await limits.countResetUse(id);
    return hashPassword(password);
  });
  await limits.clearSignIns({ email, address });
}
