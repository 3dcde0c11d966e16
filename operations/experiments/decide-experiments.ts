import { listMovingExperiments, type ExperimentName } from '../../db/experiments/learning-experiments';
import { experimentResults } from './read-results';
import type { Context } from '../ports';

const experimentsAtOnce = 100;

/**
 * Evaluates every experiment whose figures still move, of all workspaces: those that are never opened are decided, too, soon after their
 * counts allow it, and lists show them all as they are. One that fails does not keep the others from it.
 * @throws AggregateError when any has failed
 */
export async function decideExperiments({ database }: Pick<Context, 'database'>): Promise<void> {
  const failures: unknown[] = [];
  let after: ExperimentName | null = null;
  for (;;) {
    const names: ExperimentName[] = await listMovingExperiments(database, { after, limit: experimentsAtOnce });
    for (const { workspaceId, experimentId } of names) {
      await experimentResults({ database }, workspaceId, experimentId).catch((error: unknown) => failures.push(error));
    }
    after = names.at(-1) ?? null;
    if (after === null) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} experiments could not be evaluated`);
}
