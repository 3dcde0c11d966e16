import type { Database } from '../../db/connection/pool';
import { deleteTarget as deleteRow } from '../../db/targets/targets';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** @throws AppError NOT_FOUND */
export function deleteTarget(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, id))) throw notFound('Target', id);
    await recordAct(transaction, actor, 'target.deleted', { subject: { type: 'target', id } });
  });
}
