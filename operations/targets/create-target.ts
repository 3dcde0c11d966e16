import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { insertTarget } from '../../db/targets/targets';
import type { Actor } from '../../domain/accounts/actor';
import type { createTargetBody } from '../../domain/targets/schemas';
import { recordAct } from '../audit/record-act';
import { assertConversion } from './assert-conversion';

/** @returns its id @throws AppError VALIDATION_ERROR for a conversion that does not exist */
export function createTarget(
  database: Database,
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
