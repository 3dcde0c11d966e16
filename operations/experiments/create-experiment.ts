import type { Database } from '../../db/connection/pool';
import { findServingSettings, insertExperiment, type Experiment } from '../../db/experiments/experiments';
import type { Actor } from '../../domain/accounts/actor';
import { fittingEngine, type ExperimentChanges } from '../../domain/experiments/life';
import { assertScriptsAllowed } from '../../domain/experiments/scripts';
import { completeVariants, type GivenVariant } from '../../domain/experiments/variants';
import { recordAct } from '../audit/record-act';
import { refuseUnknownBelief } from './refuse-unknown-belief';
import { refuseUnknownConversions } from './refuse-unknown-conversions';

type GivenExperiment = Omit<ExperimentChanges, 'status' | 'variants'> & {
  name: string;
  variants: readonly GivenVariant[];
};

/** Creates a draft. @throws AppError VALIDATION_ERROR */
export async function createExperiment(
  database: Database,
  actor: Actor,
  { targetUrl = '', ...given }: GivenExperiment,
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
