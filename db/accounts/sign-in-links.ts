import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import type { User } from './accounts';

/** One-time links that sign in: `sign_in_links`. A link expires with its time or when the password changes. */

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Stores a link, and deletes links that expired more than a day ago.
 * @returns its token, which is stored nowhere
 */
export async function insertSignInLink(
  transaction: Database,
  { id: userId, sessionEpoch }: Pick<User, 'id' | 'sessionEpoch'>,
  expiresAt: Date,
): Promise<string> {
  await transaction('sign_in_links').whereRaw(`expires_at < now() - interval '1 day'`).delete();
  const token = randomBytes(32).toString('base64url');
  const row = { token_hash: hashOf(token), user_id: userId, session_epoch: sessionEpoch, expires_at: expiresAt };
  await transaction('sign_in_links').insert(row);
  return token;
}

/** Uses a link. Returns its user, or null if the link is unknown, used or expired. */
export async function useSignInLink(
  transaction: Database,
  token: string,
): Promise<Pick<User, 'id' | 'sessionEpoch'> | null> {
  const [user] = await rowsOf<Pick<User, 'id' | 'sessionEpoch'>>(
    transaction.raw(
      `update sign_in_links l set used_at = now() from users u
        where l.token_hash = ? and l.used_at is null and l.expires_at > now()
          and u.id = l.user_id and u.session_epoch = l.session_epoch
       returning u.id, u.session_epoch as "sessionEpoch"`,
      [hashOf(token)],
    ),
  );
  return user ?? null;
}

/** Returns why a link cannot be used. */
export async function findSignInLinkState(database: Database, token: string): Promise<'unknown' | 'used' | 'expired'> {
  const row = await database('sign_in_links')
    .where({ token_hash: hashOf(token) })
    .first<{ usedAt: Date | null } | undefined>('used_at as usedAt');
  if (row === undefined) return 'unknown';
  return row.usedAt === null ? 'expired' : 'used';
}
