import type { SealedCredentials } from '../../domain/connections/credentials-box';
import type { Database } from '../connection/pool';

/** Two-step verification of users: `user_totp` and `recovery_codes`. Secrets are encrypted before they are passed here. */
export interface UserTotp {
  sealed: SealedCredentials;
  createdAt: Date;
  /** Null until a first code confirms the enrolment. */
  confirmedAt: Date | null;
}

type Row = Pick<UserTotp, 'createdAt' | 'confirmedAt'> & SealedCredentials;

const columns = [
  'secret as bytes',
  'secret_key_id as keyId',
  'created_at as createdAt',
  'confirmed_at as confirmedAt',
] as const;

/** Finds the enrolment of a user, confirmed or not. */
export async function findTotp(database: Database, userId: string): Promise<UserTotp | null> {
  const row = await database('user_totp')
    .where({ user_id: userId })
    .first<Row | undefined>([...columns]);
  return row === undefined ? null : fromRow(row);
}

const fromRow = ({ createdAt, confirmedAt, ...sealed }: Row): UserTotp => ({ sealed, createdAt, confirmedAt });

/**
 * Stores a new secret, in place of one that is not confirmed.
 * @returns false if two-step verification is on; the secret is not stored
 */
export async function putTotp(
  database: Database,
  userId: string,
  { bytes, keyId }: SealedCredentials,
  createdAt: Date,
): Promise<boolean> {
  const fields = { secret: bytes, secret_key_id: keyId, created_at: createdAt };
  const rows = await database('user_totp')
    .insert({ user_id: userId, ...fields })
    .onConflict('user_id')
    .merge(fields)
    .whereNull('user_totp.confirmed_at')
    .returning('user_id');
  return rows.length > 0;
}

/**
 * Confirms an enrolment with the step of its first code and stores the hashes of its recovery codes.
 * @param createdAt of the enrolment that the code belongs to
 * @returns false if it was confirmed, replaced or removed by another request
 */
export async function confirmTotp(
  transaction: Database,
  userId: string,
  { createdAt, step }: { createdAt: Date; step: number },
  codeHashes: readonly Buffer[],
): Promise<boolean> {
  const confirmed = await transaction('user_totp')
    .where({ user_id: userId, created_at: createdAt })
    .whereNull('confirmed_at')
    .update({ confirmed_at: transaction.fn.now(), last_step: step });
  if (confirmed === 0) return false;
  await transaction('recovery_codes').insert(codeHashes.map((hash) => ({ user_id: userId, code_hash: hash })));
  return true;
}

/**
 * Uses the time step of a code.
 * @returns false if a code of this step or a later one was used before
 */
export async function useTotpStep(database: Database, userId: string, step: number): Promise<boolean> {
  const used = await database('user_totp')
    .where({ user_id: userId })
    .whereNotNull('confirmed_at')
    .where((unused) => unused.whereNull('last_step').orWhere('last_step', '<', step))
    .update({ last_step: step });
  return used > 0;
}

/** Uses a recovery code. @returns false if the user has no such code, or used it before */
export async function useRecoveryCode(database: Database, userId: string, codeHash: Buffer): Promise<boolean> {
  const used = await database('recovery_codes')
    .where({ user_id: userId, code_hash: codeHash })
    .whereNull('used_at')
    .update({ used_at: database.fn.now() });
  return used > 0;
}

/** Counts the recovery codes that a user can still use. */
export async function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  return (await database('recovery_codes').where({ user_id: userId }).whereNull('used_at').select('user_id')).length;
}

/** Deletes a user's enrolment with its recovery codes. @returns whether it was confirmed */
export async function deleteTotp(database: Database, userId: string): Promise<boolean> {
  const [deleted] = await database('user_totp')
    .where({ user_id: userId })
    .delete()
    .returning<{ confirmedAt: Date | null }[]>('confirmed_at as confirmedAt');
  return deleted !== undefined && deleted.confirmedAt !== null;
}

/** Lists enrolments of all users that are encrypted with another key than this one, sorted by user. */
export async function listTotpUnderOtherKeys(
  database: Database,
  keyId: string,
  after: string,
  limit: number,
): Promise<{ userId: string; sealed: SealedCredentials }[]> {
  const rows = await database('user_totp')
    .whereNot({ secret_key_id: keyId })
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .select<({ userId: string } & SealedCredentials)[]>(
      'user_id as userId',
      'secret as bytes',
      'secret_key_id as keyId',
    );
  return rows.map(({ userId, ...sealed }) => ({ userId, sealed }));
}

/** Replaces an encrypted secret with the same secret under another key, unless it was replaced since it was read. */
export async function resealTotp(
  database: Database,
  { userId, sealed }: { userId: string; sealed: SealedCredentials },
  { bytes, keyId }: SealedCredentials,
): Promise<void> {
  await database('user_totp')
    .where({ user_id: userId, secret: sealed.bytes })
    .update({ secret: bytes, secret_key_id: keyId });
}
