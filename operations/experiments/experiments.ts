import { isForeignKeyViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { listConversions } from '../../db/conversions/conversions';
import {
  deleteExperiment as deleteRow,
  type Experiment,
  findExperiment,
  findServingSettings,
  insertExperiment,
  lockExperiment,
} from '../../db/experiments/experiments';
import type { Actor } from '../../domain/accounts/actor';
import { assertCurrent, invalid, notFound } from '../../domain/errors';
import {
  assertDeletable,
  changeExperiment,
  promoteVariant as decidePromotion,
  type ExperimentChanges,
  fittingEngine,
} from '../../domain/experiments/life';
import { metricOf } from '../../domain/experiments/metrics/metric';
import { type SubmittedMetrics, namedConversions } from '../../domain/experiments/metrics/named-conversions';
import { assertMayChange } from '../../domain/experiments/permissions';
import { assertScriptsAllowed } from '../../domain/experiments/scripts';
import { completeVariants, type GivenVariant } from '../../domain/experiments/variants';
import { recordAct } from '../audit/record-act';
import { applyChange } from './apply-change';
import type { Context } from '../ports';

type SubmittedExperiment = Omit<ExperimentChanges, 'status' | 'variants'> & {
  name: string;
  variants: readonly GivenVariant[];
};

/** Creates a draft. @throws AppError VALIDATION_ERROR */
export async function createExperiment(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  { targetUrl = '', ...given }: SubmittedExperiment,
): Promise<Experiment> {
  const { workspaceId } = actor;
  const variants = completeVariants(given.variants);
  assertScriptsAllowed(variants, await findServingSettings(database, workspaceId));
  await refuseUnknownConversions(database, workspaceId, { given, kept: {} });
  const experiment = { ...given, ...fittingEngine(given), workspaceId, targetUrl, variants };
  const created = database.transaction(async (transaction) => {
    const inserted = await insertExperiment(transaction, experiment);
    await recordAct(transaction, actor, 'experiment.created', { subject: { type: 'experiment', id: inserted.id } });
    return inserted;
  });
  return created.catch(refuseUnknownBelief);
}

/**
 * Updates an experiment.
 * @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayChange}, STALE_UPDATE if the experiment was changed since it
 *   was read, VALIDATION_ERROR, CONFLICT for changes that need a draft
 */
export async function updateExperiment(
  { database }: Pick<Context, 'database'>,
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
  const change = applyChange({ database }, actor, id, (before, now) => {
    assertMayChange(actor.role, before);
    assertCurrent('experiment', before, updatedAt);
    const after = changeExperiment(before, changes, now);
    assertMayChange(actor.role, after);
    // An experiment saved while scripts were allowed may be paused and completed, but not started or given new scripts.
    const isStarted = status === 'running' && before.status !== 'running';
    if (variants !== undefined || isStarted) assertScriptsAllowed(after.variants, settings);
    return after;
  });
  const changed = await change.catch(refuseUnknownBelief);
  if (changed === null) throw notFound('Experiment', id);
  return changed;
}

/** Completes an experiment with a winner. @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT for a draft */
export async function promoteVariant(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  experimentId: string,
  variantId: string,
): Promise<Experiment> {
  const settings = await findServingSettings(database, actor.workspaceId);
  const promoted = await applyChange({ database }, actor, experimentId, (before, now) => {
    const after = decidePromotion(before, variantId, now);
    const winner = after.variants.filter(({ id }) => id === variantId);
    assertScriptsAllowed(winner, settings);
    return after;
  });
  if (promoted === null) throw notFound('Experiment', experimentId);
  return promoted;
}

/** Deletes a draft. @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayChange}, CONFLICT unless it is a draft */
export function deleteExperiment({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const locked = await lockExperiment(transaction, actor.workspaceId, id);
    if (locked === null) throw notFound('Experiment', id);
    assertMayChange(actor.role, locked.experiment);
    assertDeletable(locked.experiment);
    await deleteRow(transaction, actor.workspaceId, id);
    await recordAct(transaction, actor, 'experiment.deleted', { subject: { type: 'experiment', id } });
  });
}

/** Warns about missing metrics (none is set, and the workspace has no conversion) and about deleted conversions. */
export async function findStartWarnings(
  { database }: Pick<Context, 'database'>,
  experiment: Experiment,
): Promise<string[]> {
  const conversions = await listConversions(database, experiment.workspaceId);
  const deleted = namedConversions(experiment).filter(({ id }) => !conversions.some((one) => one.id === id));
  const warnings = deleted.map(
    ({ path, id }) => `\`${path}\` counts nothing, because the conversion "${id}" was deleted. Choose another metric.`,
  );
  const hasPrimary = metricOf(experiment.primaryMetric).metric !== null;
  if (hasPrimary || conversions.length > 0) return warnings;
  const nothing =
    'The experiment has nothing to count: `primary_metric` is not set, and the workspace has no conversion. Create a ' +
    'conversion, or set `primary_metric` in a draft.';
  return [nothing, ...warnings];
}

/** Only the belief has a foreign key, which also catches a belief that is deleted concurrently. */
function refuseUnknownBelief(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error;
  const message = 'This belief does not exist in this workspace.';
  throw invalid(message, [{ path: 'beliefId', message }]);
}

/**
 * Refuses ids of conversions that do not exist: as names of events, they would count nothing.
 * @param kept the current metrics of the experiment. They are allowed, although their conversions may be deleted
 * @throws AppError VALIDATION_ERROR
 */
async function refuseUnknownConversions(
  database: Database,
  workspaceId: string,
  { given, kept }: { given: SubmittedMetrics; kept: SubmittedMetrics },
): Promise<void> {
  const retainedIds = namedConversions(kept).map(({ id }) => id);
  const added = namedConversions(given).filter(({ id }) => !retainedIds.includes(id));
  if (added.length === 0) return;
  const conversions = await listConversions(database, workspaceId);
  const details = added
    .filter(({ id }) => !conversions.some((conversion) => conversion.id === id))
    .map(({ path, id }) => ({ path, message: `Conversion "${id}" does not exist in this workspace.` }));
  const [first] = details;
  if (first !== undefined) throw invalid(first.message, details);
}
