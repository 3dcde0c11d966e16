import type { Database } from '../../db/connection';
import { mintKey, type ApiKey, type NewKey } from '../../db/keys';
import { invalid } from '../../domain/errors';
import type { Actor } from '../route';
import { auditKey } from './audit';

/** What a caller says of a key that is to be minted. */
export interface KeyRequest {
  kind: NewKey['kind'];
  name: string;
  /** ISO 8601. */
  expiresAt?: string | null | undefined;
}

/**
 * Mints a key and logs it.
 * @param now when the request arrived
 * @throws AppError VALIDATION_ERROR for an `expiresAt` that is not in the future, and for a user key that nobody would own
 */
export async function mintAudited(
  { database, keyPepper }: { database: Database; keyPepper: string },
  actor: Actor,
  { kind, name, expiresAt }: KeyRequest,
  now: Date,
): Promise<ApiKey & { rawKey: string }> {
  const { workspaceId, userId, id: createdBy } = actor;
  const endsAt = typeof expiresAt === 'string' ? new Date(expiresAt) : null;
  if (endsAt !== null && endsAt <= now) {
    const details = [{ path: 'expiresAt', message: 'must be in the future' }];
    throw invalid('expiresAt has to be in the future: this key would open nothing.', details);
  }
  const owner = kind === 'user' ? { userId: userId ?? '' } : {};
  return database.transaction(async (transaction) => {
    const made = { workspaceId, kind, name, createdBy, expiresAt: endsAt, ...owner };
    const key = await mintKey(transaction, keyPepper, made);
    await auditKey(transaction, actor, 'key.created', key);
    return key;
  });
}
