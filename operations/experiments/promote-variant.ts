import type { Database } from '../../db/connection/pool';
import { findServingSettings, type Experiment } from '../../db/experiments/experiments';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { promoteVariant as decidePromotion } from '../../domain/experiments/life';
import { assertScriptsAllowed } from '../../domain/experiments/scripts';
import { applyChange } from './apply-change';

/** Completes an experiment with a winner. @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT for a draft */
export async function promoteVariant(
  database: Database,
  actor: Actor,
  experimentId: string,
  variantId: string,
): Promise<Experiment> {
  const settings = await findServingSettings(database, actor.workspaceId);
  const promoted = await applyChange(database, actor, experimentId, (before, now) => {
    const after = decidePromotion(before, variantId, now);
    const winner = after.variants.filter(({ id }) => id === variantId);
    assertScriptsAllowed(winner, settings);
    return after;
  });
  if (promoted === null) throw notFound('Experiment', experimentId);
  return promoted;
}
