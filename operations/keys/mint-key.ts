import type { Database } from '../../db/connection/pool';
import { mintKey as mintRow, type ApiKey, type NewKey } from '../../db/keys/keys';
import type { Caller } from '../../domain/accounts/actor';
import { invalid } from '../../domain/errors';
import { lockRights } from '../accounts/lock-rights';
import { recordAct } from '../audit/record-act';

/** What a caller says of a key that is to be minted. */
interface KeyRequest extends Pick<NewKey, 'kind' | 'name' | 'userId'> {
  /** ISO 8601. */
  expiresAt?: string | null | undefined;
}

/**
 * Mints a key. One that a server key makes expires with it, or earlier, and is revoked with it.
 * @throws AppError VALIDATION_ERROR for an `expiresAt` that is not in the future, or is after that of the key that makes this one
 */
export function mintKey(
  database: Database,
  actor: Caller,
  { expiresAt: given, ...request }: KeyRequest,
  { keyPepper, now }: { keyPepper: string; now: Date },
): Promise<ApiKey & { rawKey: string }> {
  const { workspaceId, id: createdBy } = actor;
  const requested = typeof given === 'string' ? new Date(given) : null;
  if (requested !== null && requested <= now) {
    throw badExpiry('must be in the future', 'expiresAt must be in the future.');
  }
  return database.transaction(async (transaction) => {
    const makerEndsAt = actor.userId === null ? (await lockRights(transaction, actor)).expiresAt : null;
    const expiresAt = earlierExpiry(requested, makerEndsAt);
    const key = await mintRow(transaction, keyPepper, { ...request, workspaceId, createdBy, expiresAt });
    const ends = expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() };
    await recordAct(transaction, actor, 'key.created', { metadata: { keyId: key.id, kind: key.kind, ...ends } });
    return key;
  });
}

/** @throws AppError VALIDATION_ERROR for one after the end of the maker's rights */
function earlierExpiry(requested: Date | null, makerEndsAt: Date | null): Date | null {
  if (makerEndsAt === null || requested === null) return requested ?? makerEndsAt;
  if (requested <= makerEndsAt) return requested;
  const message = `must not be after ${makerEndsAt.toISOString()}, when the key that creates this key expires`;
  throw badExpiry(message, `expiresAt ${message}.`);
}

const badExpiry = (message: string, text: string) => invalid(text, [{ path: 'expiresAt', message }]);
