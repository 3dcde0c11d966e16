import type { z } from 'zod';
import { isUniqueViolation } from '../../db/connection/errors';
import {
  deleteSuppression as deleteRow,
  insertSuppression,
  type Suppression,
  updateSuppression as updateRow,
} from '../../db/email/suppressions';
import type { Actor } from '../../domain/accounts/actor';
import { type AppError, conflict, notFound } from '../../domain/errors';
import type { createSuppressionBody, updateSuppressionBody } from '../../domain/suppressions/schemas';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Suppresses an address. The audit log contains the id of the suppression, never the address.
 * @throws AppError CONFLICT if the address is already suppressed
 */
export function createSuppression(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  body: z.output<typeof createSuppressionBody>,
): Promise<Suppression> {
  const { workspaceId, id: origin } = actor;
  return database.transaction(async (transaction) => {
    const suppression = await insertSuppression(transaction, { workspaceId, ...body, origin });
    if (suppression === null) throw alreadySuppressed();
    await recordAct(transaction, actor, 'suppression.created', { metadata: { suppressionId: suppression.id } });
    return suppression;
  });
}

/** Updates a suppression. @throws AppError NOT_FOUND, CONFLICT if another suppression has the address */
export async function updateSuppression(
  { database }: Pick<Context, 'database'>,
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

/** Deletes a suppression. @throws AppError NOT_FOUND */
export function deleteSuppression({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, id))) throw notFound('Suppression', id);
    await recordAct(transaction, actor, 'suppression.deleted', { metadata: { suppressionId: id } });
  });
}

const alreadySuppressed = (): AppError => conflict('This address is already suppressed.');
