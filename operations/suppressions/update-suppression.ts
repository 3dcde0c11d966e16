import type { z } from 'zod';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { updateSuppression as updateRow, type Suppression } from '../../db/email/suppressions';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import type { updateSuppressionBody } from '../../domain/suppressions/schemas';
import { recordAct } from '../audit/record-act';
import { alreadySuppressed } from './already-suppressed';

/** @throws AppError NOT_FOUND, CONFLICT for an address that another suppression has */
export async function updateSuppression(
  database: Database,
  actor: Actor,
  id: string,
  changes: z.output<typeof updateSuppressionBody>,
): Promise<Suppression> {
  try {
    return await database.transaction(async (transaction) => {
      const suppression = await updateRow(transaction, { workspaceId: actor.workspaceId, id }, changes);
      if (suppression === null) throw notFound('Suppression', id);
      await recordAct(transaction, actor, 'suppression.updated', { metadata: { suppressionId: id } });
      return suppression;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? alreadySuppressed() : error;
  }
}
