import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findConversion, lockConversions } from '../../db/conversions/conversions';
import {
  deleteTarget as deleteRow,
  findTarget,
  insertTarget,
  keepCounted,
  lockTarget,
  updateTarget as updateRow,
} from '../../db/targets/targets';
import type { Actor } from '../../domain/accounts/actor';
import { assertCurrent, invalid, notFound } from '../../domain/errors';
import type { createTargetBody, updateTargetBody } from '../../domain/targets/schemas';
import { drainRollups } from '../analytics/drain-rollups';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/** Creates a target. @returns its id @throws AppError VALIDATION_ERROR for a conversion that does not exist */
export function createTarget(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  body: z.output<typeof createTargetBody>,
): Promise<string> {
  const { current = 0, sourceConversionId = null, description = null, unit = null, ...rest } = body;
  return database.transaction(async (transaction) => {
    await assertConversion(transaction, actor.workspaceId, sourceConversionId);
    const value = sourceConversionId === null ? current : 0;
    const target = { ...rest, description, unit, sourceConversionId, current: value };
    const id = await insertTarget(transaction, actor.workspaceId, target);
    await recordAct(transaction, actor, 'target.created', { subject: { type: 'target', id } });
    return id;
  });
}

/**
 * Updates the given fields. A target that loses its source keeps the counted value, unless a value is given. A target
 * with a source does not accept a value.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the target was changed since it was read, VALIDATION_ERROR for a
 *   conversion that does not exist
 */
export async function updateTarget(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  id: string,
  { updatedAt, current, ...changes }: z.output<typeof updateTargetBody>,
): Promise<void> {
  const { workspaceId } = actor;
  if (changes.sourceConversionId !== undefined) await drainRollups({ database }, workspaceId);
  await database.transaction(async (transaction) => {
    if ((await findTarget(transaction, workspaceId, id)) === null) throw notFound('Target', id);
    // Locks the conversions before the target, as the deletion of a conversion does.
    await assertConversion(transaction, workspaceId, changes.sourceConversionId);
    const target = await lockTarget(transaction, workspaceId, id);
    if (target === null) throw notFound('Target', id);
    assertCurrent('target', target, updatedAt);
    if (changes.sourceConversionId !== undefined) await keepCounted(transaction, workspaceId, { id });
    const { sourceConversionId = target.sourceConversionId } = changes;
    const value = sourceConversionId === null ? current : undefined;
    await updateRow(transaction, { workspaceId, id }, { ...changes, current: value });
    await recordAct(transaction, actor, 'target.updated', { subject: { type: 'target', id } });
  });
}

/** Deletes a target. @throws AppError NOT_FOUND */
export function deleteTarget({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, id))) throw notFound('Target', id);
    await recordAct(transaction, actor, 'target.deleted', { subject: { type: 'target', id } });
  });
}

/**
 * Locks the workspace's conversions, so that the source of a target is not deleted before the transaction ends.
 * @throws AppError VALIDATION_ERROR for a conversion that does not exist
 */
async function assertConversion(
  transaction: Database,
  workspaceId: string,
  sourceConversionId: string | null | undefined,
): Promise<void> {
  if (sourceConversionId === undefined) return;
  await lockConversions(transaction, workspaceId);
  if (sourceConversionId === null || (await findConversion(transaction, workspaceId, sourceConversionId))) return;
  const message = `Conversion "${sourceConversionId}" does not exist in this workspace.`;
  throw invalid(message, [{ path: 'sourceConversionId', message }]);
}
