import type { Database } from '../../db/connection/pool';
import type { Experiment } from '../../db/experiments/experiments';
import { hasEvidence } from '../../db/experiments/learning-experiments';
import { experimentResults } from './read-results';
import { evidenceOf } from '../../domain/experiments/learn';
import { recordExperimentEvidence } from '../beliefs/record-experiment-evidence';

/**
 * Adds what a completed experiment has shown to its belief, once: one that is completed again changes nothing. Safe to repeat, and
 * from any number of processes.
 */
export async function recordEvidence(database: Database, experiment: Experiment): Promise<void> {
  const { workspaceId, id: experimentId, status, beliefId } = experiment;
  if (status !== 'completed' || beliefId === null) return;
  if (await hasEvidence(database, { workspaceId, experimentId })) return;
  const results = await experimentResults(database, workspaceId, experimentId);
  const found = results?.experiment.status === 'completed' ? evidenceOf(results.variants, results.primary) : null;
  if (found !== null) await recordExperimentEvidence(database, { workspaceId, beliefId, experimentId, ...found });
}
