import type { z } from 'zod';
import { updateAudience as updateRow, type Audience } from '../../db/audiences/audiences';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import type { updateAudienceBody } from '../../domain/audiences/schemas';
import { notFound } from '../../domain/errors';

/** Changes what the next publications freeze; published versions go on by what they froze. @throws AppError NOT_FOUND */
export async function updateAudience(
  database: Database,
  { workspaceId }: Actor,
  id: string,
  changes: z.output<typeof updateAudienceBody>,
): Promise<Audience> {
  const audience = await updateRow(database, { workspaceId, id }, changes);
  if (audience === null) throw notFound('Audience', id);
  return audience;
}
