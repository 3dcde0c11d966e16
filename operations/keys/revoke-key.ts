import type { Database } from '../../db/connection/pool';
import { revokeKey as revokeRow } from '../../db/keys/keys';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import type { KeyKind } from '../../domain/keys/api-key';
import { recordAct } from '../audit/record-act';

/** Revokes a key at once. @param kinds the key is one of these @throws AppError NOT_FOUND */
export function revokeKey(database: Database, actor: Actor, kinds: readonly KeyKind[], id: string): Promise<void> {
  const noun = kinds.includes('transactional') ? 'Transactional key' : 'Key';
  return database.transaction(async (transaction) => {
    if (!(await revokeRow(transaction, actor.workspaceId, kinds, id))) throw notFound(noun, id);
    await recordAct(transaction, actor, 'key.revoked', { metadata: { keyId: id } });
  });
}
