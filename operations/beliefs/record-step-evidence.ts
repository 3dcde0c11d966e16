import type { BeliefName } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import { appendEvidence } from './append-evidence';

/**
 * Writes what an experiment step of a journey has shown of its belief so far, into its one entry there. A belief that is gone is
 * passed over. Joins a transaction when it is given one.
 */
export async function recordStepEvidence(
  database: Database,
  {
    workspaceId,
    beliefId,
    ...found
  }: BeliefName & { journeyId: string; stepId: string; delta: number; sampleSize: number },
): Promise<void> {
  const source = { sourceKey: `journey:${found.journeyId}:${found.stepId}`, replaces: true };
  await appendEvidence(database, { workspaceId, id: 'system' }, beliefId, { type: 'experiment', ...found, ...source });
}
