import { deleteAudience as deleteRow } from '../../db/audiences/audiences';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { inUse } from '../journeys/in-use';

/** @throws AppError NOT_FOUND, CONFLICT for one that a published version names */
export function deleteAudience(database: Database, { workspaceId }: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const journeys = await deleteRow(transaction, workspaceId, id);
    if (journeys === null) throw notFound('Audience', id);
    if (journeys.length > 0) throw inUse('audience', journeys);
  });
}
