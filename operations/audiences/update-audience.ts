import type { z } from 'zod';
import { lockAudienceForUpdate, updateAudience as updateRow, type Audience } from '../../db/audiences/audiences';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import type { updateAudienceBody } from '../../domain/audiences/schemas';
import { assertCurrent, notFound } from '../../domain/errors';

/**
 * Updates an audience for future publications. Published versions keep their copy.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the audience was changed since it was read
 */
export function updateAudience(
  database: Database,
  { workspaceId }: Actor,
  id: string,
  { updatedAt, ...changes }: z.output<typeof updateAudienceBody>,
): Promise<Audience> {
  return database.transaction(async (transaction) => {
    const before = await lockAudienceForUpdate(transaction, workspaceId, id);
    if (before === null) throw notFound('Audience', id);
    assertCurrent('audience', before, updatedAt);
    return updateRow(transaction, { workspaceId, id }, changes);
  });
}
