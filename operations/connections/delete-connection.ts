import type { Database } from '../../db/connection/pool';
import { deleteConnection as deleteRow, queueConnectionSchedule } from '../../db/connections/connections';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** Its figures stay; its schedule is removed after the commit. @throws AppError NOT_FOUND */
export function deleteConnection(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, id))) throw notFound('Connection', id);
    await queueConnectionSchedule(transaction, actor.workspaceId, id);
    await recordAct(transaction, actor, 'connection.deleted', { metadata: { connectionId: id } });
  });
}
