import { probabilityBest, type ArmOutcomes } from './bayesian';

/** Bandits, on pages and in journeys alike: variants and arms are weighed here alone, each time that a schedule has them weighed anew. */

/** Share of the subjects that every arm keeps, so that its rate can still be learnt. */
const weightFloor = 0.01;

/** Subjects that each arm must have had before weights follow what was seen. */
export const subjectsToWeigh = 100;

/**
 * Weights of arms by Thompson sampling: the probability that an arm is best, under uniform priors, above a floor. With k arms
 * and floor f an arm of probability p weighs f + (1 - k f) p: the weights sum to 1, and none is below the floor, which raising
 * small ones to the floor and dividing by the sum would not keep.
 * Source: W. R. Thompson (1933); the additive floor of GrowthBook's gbstats; contract, section 5.
 * @param floor 0 to 1 / k
 * @throws RangeError without arms, for counts that are negative or not finite, for a floor outside 0 to 1 / k
 */
export function thompsonWeights(arms: readonly ArmOutcomes[], floor = weightFloor): number[] {
  const free = 1 - arms.length * floor;
  if (!(floor >= 0 && free >= 0)) throw new RangeError(`${arms.length} arms cannot have ${floor} each.`);
  return probabilityBest(arms).map((probability) => floor + free * probability);
}

/**
 * New weights of all arms, by id; null while one has fewer than 100 subjects, and with fewer than two to choose from. An arm of weight 0
 * is switched off: it keeps 0, and nothing waits for it.
 */
export function reweighArms(
  arms: readonly { id: string; weight: number }[],
  outcomesOf: (id: string) => ArmOutcomes,
): Map<string, number> | null {
  const live = arms.filter(({ weight }) => weight > 0);
  const outcomes = live.map(({ id }) => outcomesOf(id));
  const isCold = outcomes.some(({ successes, failures }) => successes + failures < subjectsToWeigh);
  if (live.length < 2 || isCold) return null;
  const weights = thompsonWeights(outcomes);
  return new Map(arms.map((arm) => [arm.id, weights[live.indexOf(arm)] ?? 0]));
}
