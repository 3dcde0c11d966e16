import type { Database } from '../../db/connection/pool';
import { deleteSuppression as deleteRow } from '../../db/email/suppressions';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** @throws AppError NOT_FOUND */
export function deleteSuppression(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, id))) throw notFound('Suppression', id);
    await recordAct(transaction, actor, 'suppression.deleted', { metadata: { suppressionId: id } });
  });
}
