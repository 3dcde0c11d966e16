import type { Database } from '../db/connection/pool';
import { listLearningExperiments } from '../db/experiments/learning-experiments';
import { listWeighedJourneys } from '../db/journeys/arm-weights';
import { learnFromExperiment } from '../operations/experiments/learn-from-experiment';
import { learnFromJourney } from '../operations/journeys/learn-from-journey';
import type { ReweighExperimentsResult, ReweighResult } from '../workflows/contract/maintenance';
import { forAll } from './for-all';

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
      await forAll({
        listAfter: (after: Journey | null) => listWeighedJourneys(database, { after, limit: pageSize }),
        work: async (journey) => {
          result.reweighed += await learnFromJourney(database, journey);
          result.journeys += 1;
          result.steps += journey.steps.length;
        },
        failed: (count) => `Journeys with a failed weight update: ${count}`,
      });
      return result;
    },

    /** Weighs the variants of bandits anew, and records the evidence of completed experiments that the request did not record. */
    async reweighExperiments(): Promise<ReweighExperimentsResult> {
      const result: ReweighExperimentsResult = { experiments: 0, reweighed: 0 };
      await forAll({
        listAfter: (after: Experiment | null) => listLearningExperiments(database, { after, limit: pageSize }),
        work: async (name) => {
          if (await learnFromExperiment({ database }, name)) result.reweighed += 1;
          result.experiments += 1;
        },
        failed: (count) => `Experiments with a failed weight update: ${count}`,
      });
      return result;
    },
  };
}

type Journey = Awaited<ReturnType<typeof listWeighedJourneys>>[number];
type Experiment = Awaited<ReturnType<typeof listLearningExperiments>>[number];
