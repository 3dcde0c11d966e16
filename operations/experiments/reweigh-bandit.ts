import type { Database } from '../../db/connection/pool';
import type { ExperimentName } from '../../db/experiments/learning-experiments';
import { experimentResults } from './read-results';
import { reweigh } from '../../domain/experiments/learn';
import { applyChange } from './apply-change';

/**
 * Gives the variants of a bandit that runs new weights, by its results. The same results change nothing.
 * @returns whether they changed
 */
export async function reweighBandit(
  database: Database,
  { workspaceId, experimentId }: ExperimentName,
): Promise<boolean> {
  const results = await experimentResults(database, workspaceId, experimentId);
  if (results === null) return false;
  let isChanged = false;
  await applyChange(database, { workspaceId, id: 'system' }, experimentId, (before) => {
    const isBandit = before.status === 'running' && before.engine === 'thompson';
    const variants = isBandit ? reweigh(before.variants, results.primary) : null;
    isChanged = variants?.some(({ weight }, index) => weight !== before.variants[index]?.weight) ?? false;
    return variants === null ? before : { ...before, variants };
  });
  return isChanged;
}
