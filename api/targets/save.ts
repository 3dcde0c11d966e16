import type { z } from 'zod';
import { recordAudit } from '../../db/audit';
import { findConversion, lockConversions } from '../../db/conversions';
import type { Database } from '../../db/connection';
import { bringRollupsUpToDate } from '../../db/rollups';
import { deleteTarget, findTarget, insertTarget, keepCounted, updateTarget } from '../../db/targets';
import { invalid, notFound } from '../../domain/errors';
import type { createTargetBody, updateTargetBody } from '../../domain/targets/schemas';
import type { Actor } from '../route';

/** @returns its id @throws AppError VALIDATION_ERROR for a conversion that does not exist */
export function createTarget(
  database: Database,
  actor: Actor,
  body: z.output<typeof createTargetBody>,
): Promise<string> {
  const { current = 0, sourceConversionId = null, description = null, unit = null, ...rest } = body;
  return database.transaction(async (transaction) => {
    await assertSource(transaction, actor, sourceConversionId);
    const id = await insertTarget(transaction, actor.workspaceId, {
      ...{ ...rest, description, unit, sourceConversionId },
      current: sourceConversionId === null ? current : 0,
    });
    await log(transaction, actor, id, 'target.created');
    return id;
  });
}

/**
 * Writes what is given. A target that loses its source keeps what was counted, unless a value comes with it; one that has a source
 * takes no value.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for a conversion that does not exist
 */
export async function changeTarget(
  database: Database,
  actor: Actor,
  id: string,
  { current, ...changes }: z.output<typeof updateTargetBody>,
): Promise<void> {
  const { workspaceId } = actor;
  if (changes.sourceConversionId !== undefined) await bringRollupsUpToDate(database, workspaceId);
  await database.transaction(async (transaction) => {
    await assertSource(transaction, actor, changes.sourceConversionId);
    const target = await findTarget(transaction, workspaceId, id);
    if (target === null) throw notFound('Target', id);
    if (changes.sourceConversionId !== undefined) await keepCounted(transaction, workspaceId, { id });
    const { sourceConversionId = target.sourceConversionId } = changes;
    const value = sourceConversionId === null ? current : undefined;
    await updateTarget(transaction, { workspaceId, id }, { ...changes, current: value });
    await log(transaction, actor, id, 'target.updated');
  });
}

/** @throws AppError NOT_FOUND */
export function removeTarget(database: Database, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteTarget(transaction, actor.workspaceId, id))) throw notFound('Target', id);
    await log(transaction, actor, id, 'target.deleted');
  });
}

/** Also one that somebody is deleting: nobody changes conversions until the transaction ends. */
async function assertSource(
  transaction: Database,
  { workspaceId }: Actor,
  sourceConversionId: string | null | undefined,
): Promise<void> {
  if (sourceConversionId === undefined) return;
  await lockConversions(transaction, workspaceId);
  if (sourceConversionId === null || (await findConversion(transaction, workspaceId, sourceConversionId))) return;
  const message = `Conversion "${sourceConversionId}" does not exist in this workspace.`;
  throw invalid(message, [{ path: 'sourceConversionId', message }]);
}

const log = (
  transaction: Database,
  { workspaceId, id: actor }: Actor,
  subjectId: string,
  action: string,
): Promise<void> => recordAudit(transaction, [{ workspaceId, subjectType: 'target', subjectId, actor, action }]);
