import type { User } from './accounts';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';

/**
 * Links that set a password: `password_resets`. Each link works once, until it expires or the password changes another
 * way.
 */

/**
 * Stores a password reset and deletes the user's expired ones.
 * @returns its id
 */
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

/** Finds the user of a valid link. Returns null if the link is invalid, used or expired. */
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

/**
 * Marks a link as used.
 * @returns false if it was already used or had expired
 */
export async function usePasswordReset(transaction: Database, id: string): Promise<boolean> {
  const used = await transaction('password_resets')
    .where({ id })
    .whereNull('used_at')
    .where('expires_at', '>', transaction.fn.now())
    .update({ used_at: transaction.fn.now() });
  return used > 0;
}
