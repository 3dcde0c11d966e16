import { changePassword as changeRow, type User } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { AppError } from '../../domain/errors';
import { recordPasswordChange } from './record-password-change';

/**
 * Sets a password, and ends every session of the user.
 * @param user as read before the current password was checked
 * @throws AppError UNAUTHORIZED when the sessions were ended or another password was set since
 */
export function changePassword(
  database: Database,
  user: Pick<User, 'id' | 'sessionEpoch'>,
  passwordHash: string,
): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await changeRow(transaction, user, passwordHash))) {
      throw new AppError('UNAUTHORIZED', 'The password was changed by another request. Sign in with the new password.');
    }
    await recordPasswordChange(transaction, user.id, 'member.password_changed');
  });
}
