import { deleteBelief as deleteRow } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** Deletes a belief with its evidence. @throws AppError NOT_FOUND */
export function deleteBelief(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const isDeleted = await deleteRow(transaction, { workspaceId: actor.workspaceId, beliefId: id });
    if (!isDeleted) throw notFound('Belief', id);
    await recordAct(transaction, actor, 'belief.deleted', { subject: { type: 'belief', id } });
  });
}
