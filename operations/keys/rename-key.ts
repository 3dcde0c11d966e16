import type { Database } from '../../db/connection/pool';
import { findKey, renameKey as renameRow, type ApiKey } from '../../db/keys/keys';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import type { KeyKind } from '../../domain/keys/api-key';
import { recordAct } from '../audit/record-act';

/** @param kinds the key is one of these @throws AppError NOT_FOUND */
export async function renameKey(
  database: Database,
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
