import type { z } from 'zod';
import { recordAudit } from '../../db/audit';
import { isForeignKeyViolation, type Database } from '../../db/connection';
import { changeStoredExperiment, logEntry } from '../../db/experiment-life';
import { tellBelief } from '../../db/experiment-learning';
import { findServingSettings, insertExperiment, type Experiment } from '../../db/experiments';
import { invalid, notFound } from '../../domain/errors';
import { changeExperiment, fittingEngine, promoteVariant } from '../../domain/experiments/life';
import type { Variant } from '../../domain/experiments/schemas';
import { scriptPaths } from '../../domain/experiments/scripts';
import { completeVariants } from '../../domain/experiments/variants';
import type { Actor } from '../route';
import type { Services } from '../services';
import { assertMayChange } from './authorize';
import { fieldsOf, type createExperimentBody, type updateExperimentBody } from './contract';

/** Makes a draft. @throws AppError VALIDATION_ERROR */
export async function createExperiment(
  database: Database,
  { workspaceId, id: actor }: Actor,
  body: z.output<typeof createExperimentBody>,
): Promise<Experiment> {
  const { targetUrl = '', ...fields } = fieldsOf(body);
  const variants = completeVariants(body.variants);
  const experiment = { ...fields, ...fittingEngine(body), workspaceId, name: body.name, targetUrl, variants };
  const settings = await findServingSettings(database, workspaceId);
  refuseScripts(variants, settings);
  const insertion = database.transaction(async (transaction) => {
    const made = await insertExperiment(transaction, experiment);
    await recordAudit(transaction, [logEntry(made, actor, 'experiment.created')]);
    return made;
  });
  return insertion.catch(refuseUnknownBelief);
}

/** @throws AppError NOT_FOUND, FORBIDDEN as {@link assertMayChange}, VALIDATION_ERROR, CONFLICT for what only a draft can change */
export async function updateExperiment(
  services: Told,
  { workspaceId, id: actor, role }: Actor,
  experimentId: string,
  { status, variants, ...body }: z.output<typeof updateExperimentBody>,
): Promise<Experiment> {
  const { database } = services;
  const changes = { ...fieldsOf(body), status, variants };
  const name = { workspaceId, experimentId };
  const settings = await findServingSettings(database, workspaceId);
  const change = changeStoredExperiment(database, name, actor, (before, now) => {
    assertMayChange(role, before);
    const after = changeExperiment(before, changes, now);
    assertMayChange(role, after);
    // One that was saved before may be paused and ended, not started or given more.
    if (variants !== undefined || (status === 'running' && before.status !== 'running')) {
      refuseScripts(after.variants, settings);
    }
    return after;
  });
  const changed = await change.catch(refuseUnknownBelief);
  if (changed === null) throw notFound('Experiment', experimentId);
  await tell(services, changed);
  return changed;
}

/** @throws AppError VALIDATION_ERROR for variants that can run a script, where the workspace allows none */
function refuseScripts(variants: readonly Variant[], { allowJsPatches }: { allowJsPatches: boolean }): void {
  if (allowJsPatches) return;
  const message = 'can run a script on your pages, which the setting allowJsPatches of this workspace does not allow';
  const details = scriptPaths(variants).map((path) => ({ path: `variants.${path}`, message }));
  const [first] = details;
  if (first !== undefined)
    throw invalid(`The experiment cannot be saved or started: "${first.path}" ${message}.`, details);
}

/** Completes an experiment with a winner. @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT for a draft */
export async function promoteExperiment(
  services: Told,
  { workspaceId, id: actor }: Actor,
  experimentId: string,
  variantId: string,
): Promise<Experiment> {
  const settings = await findServingSettings(services.database, workspaceId);
  const promoted = await changeStoredExperiment(
    services.database,
    { workspaceId, experimentId },
    actor,
    (before, now) => {
      const after = promoteVariant(before, variantId, now);
      refuseScripts(
        after.variants.filter(({ id }) => id === variantId),
        settings,
      );
      return after;
    },
  );
  if (promoted === null) throw notFound('Experiment', experimentId);
  await tell(services, promoted);
  return promoted;
}

type Told = Pick<Services, 'database' | 'logger'>;

/** The experiment is what it is by now, whatever becomes of its belief: a schedule tells those that were not told. */
async function tell({ database, logger }: Told, experiment: Experiment): Promise<void> {
  await tellBelief(database, experiment).catch((err: unknown) => {
    logger.warn({ err, experimentId: experiment.id }, 'a belief is told of its experiment later');
  });
}

/** Of what a body names, the belief alone is held by a foreign key: also one that is deleted at the same moment is seen. */
function refuseUnknownBelief(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error;
  const message = 'There is no such belief in this workspace.';
  throw invalid(message, [{ path: 'beliefId', message }]);
}
