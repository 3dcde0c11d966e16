import type { Database } from '../../db/connection/pool';
import { deleteSecret as deleteRow } from '../../db/workspaces/workspace-secrets';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** Deletes a secret at once: steps that name it fail from then on. @throws AppError NOT_FOUND */
export function deleteSecret(database: Database, actor: Actor, name: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, name))) throw notFound('Secret', name);
    await recordAct(transaction, actor, 'secret.deleted', { metadata: { name } });
  });
}
