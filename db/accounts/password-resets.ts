import type { User } from './accounts';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';

/** Links that set a password: `password_resets`. Each works once, until it expires or the password is changed otherwise. */

/** @returns the id of a new one */
export async function insertPasswordReset(
  transaction: Database,
  { id: userId, sessionEpoch }: Pick<User, 'id' | 'sessionEpoch'>,
  expiresAt: Date,
): Promise<string> {
  await transaction('password_resets')
    .where({ user_id: userId })
    .where('expires_at', '<', transaction.fn.now())
    .delete();
  const id = newId('passwordReset');
  const row = { id, user_id: userId, session_epoch: sessionEpoch, expires_at: expiresAt };
  await transaction('password_resets').insert(row);
  return id;
}

/** The user whom a link that still works is for; null when it does not, or never did. */
export async function findResettingUser(
  database: Database,
  id: string,
): Promise<Pick<User, 'id' | 'email' | 'sessionEpoch'> | null> {
  const row = await database('password_resets as r')
    .join('users as u', 'u.id', 'r.user_id')
    .where('r.id', id)
    .whereNull('r.used_at')
    .where('r.expires_at', '>', database.fn.now())
    .whereRaw('r.session_epoch = u.session_epoch')
    .first<Pick<User, 'id' | 'email' | 'sessionEpoch'> | undefined>(
      'u.id',
      'u.email',
      'u.session_epoch as sessionEpoch',
    );
  return row ?? null;
}

/** Uses a link up. @returns whether it was not used and had not expired */
export async function usePasswordReset(transaction: Database, id: string): Promise<boolean> {
  const used = await transaction('password_resets')
    .where({ id })
    .whereNull('used_at')
    .where('expires_at', '>', transaction.fn.now())
    .update({ used_at: transaction.fn.now() });
  return used > 0;
}
