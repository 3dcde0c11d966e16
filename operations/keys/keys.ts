import { lockMembership } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import {
  type ApiKey,
  findKey,
  mintKey as mintRow,
  type NewKey,
  renameKey as renameRow,
  revokeKeysOf,
  revokeKey as revokeRow,
} from '../../db/keys/keys';
import type { Actor, Caller } from '../../domain/accounts/actor';
import { roles } from '../../domain/accounts/permissions';
import { invalid, notFound } from '../../domain/errors';
import type { KeyKind } from '../../domain/keys/api-key';
import { lockRights, withdrawInvitations } from '../accounts/rights';
import { recordAct, recordActs } from '../audit/record-act';
import type { Context, HashSettings } from '../ports';

/** A key as requested by a caller. */
interface KeyRequest extends Pick<NewKey, 'kind' | 'name' | 'userId'> {
  /** ISO 8601. */
  expiresAt?: string | null | undefined;
}

/**
 * Creates a key. A key that a server key creates expires with it or earlier, and is revoked with it.
 * @throws AppError VALIDATION_ERROR for an `expiresAt` that is not in the future, or is after that of the creating key
 */
export function mintKey(
  { database, clock, settings }: Pick<Context, 'database' | 'clock'> & { settings: HashSettings },
  actor: Caller,
  { expiresAt: given, ...request }: KeyRequest,
): Promise<ApiKey & { rawKey: string }> {
  const { workspaceId, id: createdBy } = actor;
  const requested = typeof given === 'string' ? new Date(given) : null;
  if (requested !== null && requested <= clock.now()) {
    throw badExpiry('must be in the future', 'expiresAt must be in the future.');
  }
  return database.transaction(async (transaction) => {
    const makerEndsAt = actor.userId === null ? (await lockRights(transaction, actor)).expiresAt : null;
    const expiresAt = earlierExpiry(requested, makerEndsAt);
    const key = await mintRow(transaction, settings.keyPepper, { ...request, workspaceId, createdBy, expiresAt });
    const ends = expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() };
    await recordAct(transaction, actor, 'key.created', { metadata: { keyId: key.id, kind: key.kind, ...ends } });
    return key;
  });
}

/** Returns the earlier of two expiries. @throws AppError VALIDATION_ERROR if the request is after the end of the creator's rights */
function earlierExpiry(requested: Date | null, makerEndsAt: Date | null): Date | null {
  if (makerEndsAt === null || requested === null) return requested ?? makerEndsAt;
  if (requested <= makerEndsAt) return requested;
  const message = `must not be after ${makerEndsAt.toISOString()}, when the key that creates this key expires`;
  throw badExpiry(message, `expiresAt ${message}.`);
}

const badExpiry = (message: string, text: string) => invalid(text, [{ path: 'expiresAt', message }]);

/** Renames a key. @param kinds allowed kinds of the key @throws AppError NOT_FOUND */
export async function renameKey(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  kinds: readonly KeyKind[],
  { id, name }: Pick<ApiKey, 'id' | 'name'>,
): Promise<ApiKey> {
  const { workspaceId } = actor;
  const key = await findKey(database, workspaceId, kinds, id);
  if (key === null) throw notFound('Key', id);
  return database.transaction(async (transaction) => {
    await renameRow(transaction, workspaceId, id, name);
    await recordAct(transaction, actor, 'key.renamed', { metadata: { keyId: id } });
    return { ...key, name };
  });
}

/**
 * Revokes a key with all keys that it created, directly or not, and withdraws their open invitations.
 * @param kinds allowed kinds of the key
 * @throws AppError NOT_FOUND
 */
export function revokeKey(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  kinds: readonly KeyKind[],
  id: string,
): Promise<void> {
  const { workspaceId } = actor;
  const noun = kinds.includes('transactional') ? 'Transactional key' : 'Key';
  return database.transaction(async (transaction) => {
    // Keys and invitations are created under the same lock: none appears while its creator is revoked.
    await lockMembership(transaction, workspaceId);
    if (!(await revokeRow(transaction, workspaceId, kinds, id))) throw notFound(noun, id);
    await recordAct(transaction, actor, 'key.revoked', { metadata: { keyId: id } });
    const descendants = await revokeDescendants(transaction, workspaceId, id);
    const details = descendants.map((keyId) => ({ keyId, revokedWith: id }));
    await recordActs(transaction, actor, 'key.revoked', details);
    await withdrawInvitations(transaction, actor, [id, ...descendants], roles);
  });
}

/** Revokes the keys that a key created, directly or not. @returns their ids */
async function revokeDescendants(transaction: Database, workspaceId: string, id: string): Promise<string[]> {
  const descendants: string[] = [];
  let makers = [id];
  while (makers.length > 0) {
    makers = await revokeKeysOf(transaction, workspaceId, makers);
    descendants.push(...makers);
  }
  return descendants;
}
