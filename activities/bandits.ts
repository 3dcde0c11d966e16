import { Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { listLearningExperiments } from '../db/experiments/learning-experiments';
import { listWeighedJourneys } from '../db/journeys/arm-weights';
import { learnFromExperiment } from '../operations/experiments/learn-from-experiment';
import { learnFromJourney } from '../operations/journeys/learn-from-journey';
import type { ReweighExperimentsResult, ReweighResult } from '../workflows/contract/maintenance';
import { withHeartbeat } from './heartbeat';

const pageSize = 100;

/**
 * What experiments learn from their subjects, in journeys and on pages. Safe to repeat at any point, as everything follows from counts
 * alone. A journey or experiment that fails is passed over, and reported at the end.
 */
export function createBanditActivities({ database }: { database: Database }) {
  return {
    /** Weighs the arms of steps with Thompson sampling anew, and updates the evidence of beliefs, for every journey. */
    async reweighArms(): Promise<ReweighResult> {
      const result: ReweighResult = { journeys: 0, steps: 0, reweighed: 0 };
      await forAll(
        'journeys',
        (after: Journey | null) => listWeighedJourneys(database, { after, limit: pageSize }),
        async (journey) => {
          result.reweighed += await learnFromJourney(database, journey);
          result.journeys += 1;
          result.steps += journey.steps.length;
        },
      );
      return result;
    },

    /** Weighs the variants of bandits anew, and records the evidence of completed experiments that the request did not record. */
    async reweighExperiments(): Promise<ReweighExperimentsResult> {
      const result: ReweighExperimentsResult = { experiments: 0, reweighed: 0 };
      await forAll(
        'experiments',
        (after: Experiment | null) => listLearningExperiments(database, { after, limit: pageSize }),
        async (name) => {
          if (await learnFromExperiment(database, name)) result.reweighed += 1;
          result.experiments += 1;
        },
      );
      return result;
    },
  };
}

type Journey = Awaited<ReturnType<typeof listWeighedJourneys>>[number];
type Experiment = Awaited<ReturnType<typeof listLearningExperiments>>[number];

/** @throws AggregateError once all the others were done, when any has failed */
const forAll = <Subject>(
  what: string,
  listAfter: (after: Subject | null) => Promise<Subject[]>,
  learnFrom: (subject: Subject) => Promise<void>,
): Promise<void> =>
  withHeartbeat(async () => {
    const failures: unknown[] = [];
    let page = await listAfter(null);
    while (page.length > 0) {
      for (const subject of page) {
        Context.current().cancellationSignal.throwIfAborted();
        await learnFrom(subject).catch((error: unknown) => failures.push(error));
      }
      page = await listAfter(page.at(-1) ?? null);
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${what} could not be weighed`);
  });
