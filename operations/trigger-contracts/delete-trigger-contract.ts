import type { Database } from '../../db/connection/pool';
import { deleteTriggerContract as deleteRow } from '../../db/trigger-contracts/trigger-contracts';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { inUse } from '../journeys/in-use';

/** @throws AppError NOT_FOUND, CONFLICT for one that a published version names */
export function deleteTriggerContract(database: Database, { workspaceId }: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const journeys = await deleteRow(transaction, workspaceId, id);
    if (journeys === null) throw notFound('Trigger contract', id);
    if (journeys.length > 0) throw inUse('trigger contract', journeys);
  });
}
