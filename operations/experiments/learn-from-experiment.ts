import type { Database } from '../../db/connection/pool';
import { findExperiment } from '../../db/experiments/experiments';
import type { ExperimentName } from '../../db/experiments/learning-experiments';
import { recordEvidence } from './record-evidence';
import { reweighBandit } from './reweigh-bandit';

/** Does what is due of an experiment: its evidence or its weights. @returns whether weights changed */
export async function learnFromExperiment(database: Database, name: ExperimentName): Promise<boolean> {
  const experiment = await findExperiment(database, name.workspaceId, name.experimentId);
  if (experiment === null) return false;
  await recordEvidence(database, experiment);
  return experiment.status === 'running' && (await reweighBandit(database, name));
}
