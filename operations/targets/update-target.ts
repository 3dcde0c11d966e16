import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { drainRollups } from '../analytics/drain-rollups';
import { findTarget, keepCounted, lockTarget, updateTarget as updateRow } from '../../db/targets/targets';
import type { Actor } from '../../domain/accounts/actor';
import { assertCurrent, notFound } from '../../domain/errors';
import type { updateTargetBody } from '../../domain/targets/schemas';
import { recordAct } from '../audit/record-act';
import { assertConversion } from './assert-conversion';

/**
 * Updates the given fields. A target that loses its source keeps the counted value, unless a value is given. A target
 * with a source does not accept a value.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the target was changed since it was read, VALIDATION_ERROR for a
 *   conversion that does not exist
 */
export async function updateTarget(
  database: Database,
  actor: Actor,
  id: string,
  { updatedAt, current, ...changes }: z.output<typeof updateTargetBody>,
): Promise<void> {
  const { workspaceId } = actor;
  if (changes.sourceConversionId !== undefined) await drainRollups(database, workspaceId);
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
