import { countSubjectsOnce, lockWeights, setArmWeights, type WeighedJourney } from '../../db/journeys/arm-weights';
import type { Database } from '../../db/connection/pool';
import { evidenceOfStep, weightsOfStep } from '../../domain/journeys/reweigh';
import { recordStepEvidence } from '../beliefs/evidence';

/**
 * Weighs the arms of a journey's steps with Thompson sampling anew, and updates the evidence of their beliefs. Safe to repeat: both
 * follow from counts alone.
 * @returns how many steps got other weights
 */
export function learnFromJourney(database: Database, journey: WeighedJourney): Promise<number> {
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
      const found = typeof beliefId === 'string' ? evidenceOfStep(step, counts) : null;
      if (found !== null && typeof beliefId === 'string')
        await recordStepEvidence(transaction, { ...named, beliefId, ...found });
    }
    return reweighed;
  });
}
