import type { Database } from '../../db/connection/pool';
import { findExperiment, findServingSettings, type Experiment } from '../../db/experiments/experiments';
import type { Actor } from '../../domain/accounts/actor';
import { assertCurrent, notFound } from '../../domain/errors';
import { changeExperiment, type ExperimentChanges } from '../../domain/experiments/life';
import { assertMayChange } from '../../domain/experiments/permissions';
import { assertScriptsAllowed } from '../../domain/experiments/scripts';
import { applyChange } from './apply-change';
import { refuseUnknownBelief } from './refuse-unknown-belief';
import { refuseUnknownConversions } from './refuse-unknown-conversions';

/**
 * @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayChange}, STALE_UPDATE if the experiment was changed since it
 *   was read, VALIDATION_ERROR, CONFLICT for changes that need a draft
 */
export async function updateExperiment(
  database: Database,
  actor: Actor,
  id: string,
  { updatedAt, ...changes }: ExperimentChanges & { updatedAt?: string | undefined },
): Promise<Experiment> {
  const { status, variants } = changes;
  const { workspaceId } = actor;
  const settings = await findServingSettings(database, workspaceId);
  const kept = await findExperiment(database, workspaceId, id);
  if (kept === null) throw notFound('Experiment', id);
  assertCurrent('experiment', kept, updatedAt);
  if (kept.status === 'draft') await refuseUnknownConversions(database, workspaceId, { given: changes, kept });
  const change = applyChange(database, actor, id, (before, now) => {
    assertMayChange(actor.role, before);
    assertCurrent('experiment', before, updatedAt);
    const after = changeExperiment(before, changes, now);
    assertMayChange(actor.role, after);
    // One saved while scripts were allowed may be paused and completed, not started or given more.
    const isStarted = status === 'running' && before.status !== 'running';
    if (variants !== undefined || isStarted) assertScriptsAllowed(after.variants, settings);
    return after;
  });
  const changed = await change.catch(refuseUnknownBelief);
  if (changed === null) throw notFound('Experiment', id);
  return changed;
}
