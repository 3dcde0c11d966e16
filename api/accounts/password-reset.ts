import { changePassword, findFirstWorkspaceId, findUser } from '../../db/accounts';
import { queueNotice } from '../../db/notices';
import { findResettingUser, insertPasswordReset, usePasswordReset } from '../../db/password-resets';
import { readPasswordResetToken } from '../../domain/accounts/password-reset-token';
import { AppError } from '../../domain/errors';
import type { SignInAttempt } from '../middleware/sign-in-limits';
import type { Services } from '../services';
import { auditPassword } from './audit';
import { hashPassword } from './passwords';

const linkMinutes = 60;

/** Mails a link to the account of an address, if there is one, and if neither it nor the caller's network asked too often. */
export async function requestPasswordReset(
  { database, limits }: Pick<Services, 'database' | 'limits'>,
  attempt: SignInAttempt,
): Promise<void> {
  if (!(await limits.countPasswordReset(attempt))) return;
  const user = await findUser(database, { email: attempt.email });
  const workspaceId = user === null ? null : await findFirstWorkspaceId(database, user.id);
  if (user === null || workspaceId === null) return;
  await database.transaction(async (transaction) => {
    const resetId = await insertPasswordReset(transaction, user, new Date(Date.now() + linkMinutes * 60_000));
    await queueNotice(transaction, workspaceId, { template: 'password-reset', resetId });
  });
}

/** Whether a link still sets a password. */
export async function isOpenReset({ database, linkSecret }: Services, token: string): Promise<boolean> {
  const resetId = readPasswordResetToken(linkSecret, token);
  return resetId !== null && (await findResettingUser(database, resetId)) !== null;
}

/**
 * Sets a password by a link, and ends the link, every other one, and every session of the user.
 * @throws AppError NOT_FOUND for a link that sets nothing (any more)
 */
export async function resetPassword(
  services: Services,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const { database, limits, linkSecret } = services;
  const resetId = readPasswordResetToken(linkSecret, token);
  const user = resetId === null ? null : await findResettingUser(database, resetId);
  if (resetId === null || user === null) throw goneLink();
  const passwordHash = await hashPassword(password);
  await database.transaction(async (transaction) => {
    // First, so that of two that use it at once the second finds it used.
    if (!(await usePasswordReset(transaction, resetId))) throw goneLink();
    await changePassword(transaction, user.id, passwordHash);
    await auditPassword(transaction, user.id, 'member.password_reset');
  });
  await limits.clearSignIns({ email: user.email, address });
}

const goneLink = (): AppError =>
  new AppError('NOT_FOUND', 'This link does not exist, was used, or has expired. Ask for a new one.');
