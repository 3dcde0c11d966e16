import type { z } from 'zod';
import { restartCount } from '../../db/audiences/audience-counts';
import {
  type Audience,
  deleteAudience as deleteRow,
  insertAudience,
  lockAudienceForUpdate,
  updateAudience as updateRow,
} from '../../db/audiences/audiences';
import type { Actor } from '../../domain/accounts/actor';
import type { createAudienceBody, updateAudienceBody } from '../../domain/audiences/schemas';
import { assertCurrent, inUse, notFound } from '../../domain/errors';
import type { Context } from '../ports';

/** Creates an audience. */
export const createAudience = (
  { database }: Pick<Context, 'database'>,
  { workspaceId }: Actor,
  body: z.output<typeof createAudienceBody>,
): Promise<Audience> => insertAudience(database, { workspaceId, ...body });

/**
 * Updates an audience for future publications. Published versions keep their copy.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the audience was changed since it was read
 */
export function updateAudience(
  { database }: Pick<Context, 'database'>,
  { workspaceId }: Actor,
  id: string,
  { updatedAt, ...changes }: z.output<typeof updateAudienceBody>,
): Promise<Audience> {
  return database.transaction(async (transaction) => {
    const before = await lockAudienceForUpdate(transaction, workspaceId, id);
    if (before === null) throw notFound('Audience', id);
    assertCurrent('audience', before, updatedAt);
    const updated = await updateRow(transaction, { workspaceId, id }, changes);
    if (changes.condition !== undefined) await restartCount(transaction, workspaceId, id);
    return updated;
  });
}

/** Deletes an audience. @throws AppError NOT_FOUND, CONFLICT if a published version uses it */
export function deleteAudience(
  { database }: Pick<Context, 'database'>,
  { workspaceId }: Actor,
  id: string,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const journeys = await deleteRow(transaction, workspaceId, id);
    if (journeys === null) throw notFound('Audience', id);
    if (journeys.length > 0) throw inUse('audience', journeys);
  });
}
