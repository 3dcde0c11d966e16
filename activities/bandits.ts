import type { Database } from '../db/connection/pool';
import { listLearningExperiments, listMovingExperiments } from '../db/experiments/learning-experiments';
import { listWeighedJourneys } from '../db/journeys/arm-weights';
import { evaluateExperiment } from '../operations/experiments/evaluate-experiment';
import { learnFromExperiment } from '../operations/experiments/learn-from-experiment';
import { learnFromJourney } from '../operations/journeys/learn-from-journey';
import type {
  EvaluateExperimentsResult,
  ReweighExperimentsResult,
  ReweighResult,
} from '../workflows/contract/maintenance';
import { forAll } from './for-all';

const pageSize = 100;

/**
 * Updates what follows from the counts of experiments, in journeys and on pages: decisions, weights and evidence. Safe to repeat at any
 * point. If a journey or experiment fails, the others are still processed, and the activity reports the failure at the end.
 */
export function createBanditActivities({ database }: { database: Database }) {
  return {
    /** Recomputes the weights of steps with Thompson sampling and the evidence of beliefs, for every journey. */
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

    /**
     * Evaluates every experiment with figures that still change, in all workspaces, so that experiments are decided without a
     * request for their results, and lists show current figures.
     */
    async evaluateExperiments(): Promise<EvaluateExperimentsResult> {
      const result: EvaluateExperimentsResult = { experiments: 0 };
      await forAll({
        listAfter: (after: Experiment | null) => listMovingExperiments(database, { after, limit: pageSize }),
        work: async ({ workspaceId, experimentId }) => {
          await evaluateExperiment({ database }, workspaceId, experimentId);
          result.experiments += 1;
        },
        failed: (count) => `Experiments with a failed evaluation: ${count}`,
      });
      return result;
    },

    /** Recomputes the weights of bandits, and records the evidence of completed experiments that the request did not record. */
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
