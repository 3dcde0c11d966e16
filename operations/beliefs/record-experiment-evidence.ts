import type { BeliefName } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import { appendEvidence } from './append-evidence';

/**
 * Adds what a completed experiment has shown of its belief, once: an experiment that is completed again, or an attempt that is
 * repeated, changes nothing. A belief that is gone is passed over.
 * @param found.delta rate of the best treatment minus that of the control, -1 to 1
 * @param found.sampleSize exposures of both arms, above 0
 */
export async function recordExperimentEvidence(
  database: Database,
  { workspaceId, beliefId, ...found }: BeliefName & { experimentId: string; delta: number; sampleSize: number },
): Promise<void> {
  const sourceKey = `experiment:${found.experimentId}`;
  await appendEvidence(database, { workspaceId, id: 'system' }, beliefId, { type: 'experiment', ...found, sourceKey });
}
