import { deleteCommunication as deleteRow, lockCommunication } from '../../db/communications/communications';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import { assertMayWrite } from '../../domain/communications/permissions';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { inUse } from '../journeys/in-use';

/** @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayWrite}, CONFLICT when a published version sends it */
export function deleteCommunication(database: Database, actor: Actor, id: string): Promise<void> {
  const { workspaceId, role } = actor;
  return database.transaction(async (transaction) => {
    const current = await lockCommunication(transaction, workspaceId, id);
    if (current === null) throw notFound('Communication', id);
    assertMayWrite(role, current.commType);
    const journeys = (await deleteRow(transaction, workspaceId, id)) ?? [];
    if (journeys.length > 0) throw inUse('communication', journeys);
    const metadata = { communicationId: id, commType: current.commType };
    await recordAct(transaction, actor, 'communication.deleted', { metadata });
  });
}
