import { lockMembership } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { revokeKey as revokeRow, revokeKeysOf } from '../../db/keys/keys';
import type { Actor } from '../../domain/accounts/actor';
import { roles } from '../../domain/accounts/permissions';
import { notFound } from '../../domain/errors';
import type { KeyKind } from '../../domain/keys/api-key';
import { withdrawInvitations } from '../accounts/withdraw-invitations';
import { recordAct, recordActs } from '../audit/record-act';

/**
 * Revokes a key, the keys that it made, those that they made, and so on, and withdraws the open invitations of all of them.
 * @param kinds the key is one of these @throws AppError NOT_FOUND
 */
export function revokeKey(database: Database, actor: Actor, kinds: readonly KeyKind[], id: string): Promise<void> {
  const { workspaceId } = actor;
  const noun = kinds.includes('transactional') ? 'Transactional key' : 'Key';
  return database.transaction(async (transaction) => {
    // Keys and invitations are made under the same lock: none appears while its maker is revoked.
    await lockMembership(transaction, workspaceId);
    if (!(await revokeRow(transaction, workspaceId, kinds, id))) throw notFound(noun, id);
    await recordAct(transaction, actor, 'key.revoked', { metadata: { keyId: id } });
    const descendants = await revokeDescendants(transaction, workspaceId, id);
    const details = descendants.map((keyId) => ({ keyId, revokedWith: id }));
    await recordActs(transaction, actor, 'key.revoked', details);
    await withdrawInvitations(transaction, actor, [id, ...descendants], roles);
  });
}

/** @returns the ids of the keys that were made with a key, directly or not */
async function revokeDescendants(transaction: Database, workspaceId: string, id: string): Promise<string[]> {
  const descendants: string[] = [];
  let makers = [id];
  while (makers.length > 0) {
    makers = await revokeKeysOf(transaction, workspaceId, makers);
    descendants.push(...makers);
  }
  return descendants;
}
