import { Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { listLearningExperiments, type ExperimentName } from '../db/experiments/learning-experiments';
import { learnFromExperiment } from '../operations/experiments/learn-from-experiment';
import type { ReweighExperimentsResult } from '../workflows/contract';
import { withHeartbeat } from './heartbeat';

const experimentsAtOnce = 100;

/** What experiments on pages learn from their visitors. */
export function createExperimentActivities({ database }: { database: Database }) {
  return {
    /**
     * Weighs the variants of bandits anew, and records the evidence of completed experiments that the request did not record. Safe to
     * repeat at any point: both follow from counts alone. An experiment that fails is passed over, and reported at the end.
     */
    async reweighExperiments(): Promise<ReweighExperimentsResult> {
      return withHeartbeat(async () => {
        const { cancellationSignal } = Context.current();
        const result: ReweighExperimentsResult = { experiments: 0, reweighed: 0 };
        const failures: unknown[] = [];
        let after: ExperimentName | null = null;
        for (;;) {
          const names: ExperimentName[] = await listLearningExperiments(database, { after, limit: experimentsAtOnce });
          for (const name of names) {
            cancellationSignal.throwIfAborted();
            await learnFrom(name, result).catch((error: unknown) => failures.push(error));
          }
          after = names.at(-1) ?? null;
          if (after === null) break;
        }
        if (failures.length > 0) {
          throw new AggregateError(failures, `${failures.length} experiments could not be weighed`);
        }
        return result;
      });
    },
  };

  async function learnFrom(name: ExperimentName, result: ReweighExperimentsResult): Promise<void> {
    if (await learnFromExperiment(database, name)) result.reweighed += 1;
    result.experiments += 1;
  }
}
