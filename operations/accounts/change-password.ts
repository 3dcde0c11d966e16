import { changePassword as changeRow } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { recordPasswordChange } from './record-password-change';

/** Sets a password, and ends every session of the user. */
export function changePassword(database: Database, userId: string, passwordHash: string): Promise<void> {
  return database.transaction(async (transaction) => {
    await changeRow(transaction, userId, passwordHash);
    await recordPasswordChange(transaction, userId, 'member.password_changed');
  });
}
