import type { Database } from '../../db/connection/pool';
import { lockConnection, queueConnectionSync } from '../../db/connections/connections';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** Has a connection pull now. @throws AppError NOT_FOUND */
export function requestSync(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if ((await lockConnection(transaction, actor.workspaceId, id)) === null) throw notFound('Connection', id);
    await queueConnectionSync(transaction, actor.workspaceId, id);
    await recordAct(transaction, actor, 'connection.sync_requested', { metadata: { connectionId: id } });
  });
}
