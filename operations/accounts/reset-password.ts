import { changePassword } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { findResettingUser, usePasswordReset } from '../../db/accounts/password-resets';
import { AppError } from '../../domain/errors';
import { recordPasswordChange } from './record-password-change';

/**
 * Sets a password by a link, and ends the link, every other one, and every session of the user.
 * @param resetId null for a token that was not ours
 * @param hashPassword called for a link that works alone
 * @returns the user's address
 * @throws AppError NOT_FOUND for a link that does not exist, was used or has expired
 */
export async function resetPassword(
  database: Database,
  resetId: string | null,
  hashPassword: (resetId: string) => Promise<string>,
): Promise<string> {
  const user = resetId === null ? null : await findResettingUser(database, resetId);
  if (resetId === null || user === null) throw goneLink();
  const passwordHash = await hashPassword(resetId);
  await database.transaction(async (transaction) => {
    // First, so that of two that use it at once the second finds it used.
    if (!(await usePasswordReset(transaction, resetId))) throw goneLink();
    if (!(await changePassword(transaction, user, passwordHash))) throw goneLink();
    await recordPasswordChange(transaction, user.id, 'member.password_reset');
  });
  return user.email;
}

const goneLink = (): AppError =>
  new AppError('NOT_FOUND', 'This link does not exist, was already used, or has expired. Request a new link.');
