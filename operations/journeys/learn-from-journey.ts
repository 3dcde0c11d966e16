import {
  countSubjectsOnce,
  listWeighedJourneys,
  lockWeights,
  setArmWeights,
  type WeighedJourney,
} from '../../db/journeys/arm-weights';
import { evidenceOfStep, weightsOfStep } from '../../domain/journeys/reweigh';
import { isNewEvidence, recordFoundEvidence, type FoundEvidence } from '../beliefs/evidence';
import { forAll } from '../for-all';
import type { Context } from '../ports';

const pageSize = 100;

interface LearningCounts {
  journeys: number;
  steps: number;
  /** Steps with changed weights. */
  reweighed: number;
}

/**
 * Updates weights and evidence for all journeys, as {@link learnFromJourney}. Continues after a failure.
 * @param due collects the new evidence, which is not recorded then
 * @throws AggregateError at the end if any failed
 */
export async function learnFromJourneys(
  { database, signal }: Pick<Context, 'database' | 'signal'>,
  due?: FoundEvidence[],
): Promise<LearningCounts> {
  const counts: LearningCounts = { journeys: 0, steps: 0, reweighed: 0 };
  await forAll<WeighedJourney>(signal, {
    listAfter: (after) => listWeighedJourneys(database, { after, limit: pageSize }),
    work: async (journey) => {
      counts.reweighed += await learnFromJourney({ database }, journey, due);
      counts.journeys += 1;
      counts.steps += journey.steps.length;
    },
    failed: (count) => `Journeys with a failed weight update: ${count}`,
  });
  return counts;
}

/**
 * Computes the weights of a journey's steps with Thompson sampling, and updates the evidence of their beliefs. Safe to repeat: both
 * depend only on counts.
 * @param due collects the new evidence, which is not recorded then
 * @returns how many steps got other weights
 */
export function learnFromJourney(
  { database }: Pick<Context, 'database'>,
  journey: WeighedJourney,
  due?: FoundEvidence[],
): Promise<number> {
  const { workspaceId, journeyId, steps } = journey;
  return database.transaction(async (transaction) => {
    await lockWeights(transaction, journey);
    let reweighed = 0;
    for (const step of steps) {
      const named = { workspaceId, journeyId, stepId: step.id };
      const counts = await countSubjectsOnce(transaction, named);
      const weights = weightsOfStep(step, counts);
      if (weights !== null && (await setArmWeights(transaction, journey, step, weights))) reweighed += 1;
      const { beliefId } = step;
      const figures = evidenceOfStep(step, counts);
      if (typeof beliefId !== 'string' || figures === null) continue;
      const found = { ...named, beliefId, ...figures };
      if (due === undefined) await recordFoundEvidence({ database: transaction }, found);
      else if (await isNewEvidence({ database: transaction }, found)) due.push(found);
    }
    return reweighed;
  });
}
