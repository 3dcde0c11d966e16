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
export const thompsonWeights = (arms: readonly ArmOutcomes[], floor = weightFloor): number[] =>
  flooredWeights(probabilityBest(arms), floor);

/** {@link thompsonWeights} of arms that are the best with these probabilities. */
export function flooredWeights(probabilities: readonly number[], floor = weightFloor): number[] {
  const free = 1 - probabilities.length * floor;
  if (!(floor >= 0 && free >= 0)) throw new RangeError(`${probabilities.length} arms cannot have ${floor} each.`);
  return probabilities.map((probability) => floor + free * probability);
}

/** What was seen of arms. */
export interface ArmsSeen {
  subjectsOf: (id: string) => number;
  /** Of these arms, by what was seen of them, in their order: see {@link flooredWeights}. */
  weightsOf: (ids: readonly string[]) => readonly number[];
}

/** What was seen of arms whose subjects convert or do not. */
export const seenOutcomes = (outcomesOf: (id: string) => ArmOutcomes): ArmsSeen => ({
  subjectsOf: (id) => outcomesOf(id).successes + outcomesOf(id).failures,
  weightsOf: (ids) => thompsonWeights(ids.map(outcomesOf)),
});

/**
 * New weights of all arms, by id; null while one has fewer than 100 subjects, and with fewer than two to choose from. An arm of weight 0
 * is switched off: it keeps 0, and nothing waits for it.
 */
export function reweighArms(
  arms: readonly { id: string; weight: number }[],
  seen: ArmsSeen,
): Map<string, number> | null {
  const live = arms.filter(({ weight }) => weight > 0).map(({ id }) => id);
  if (live.length < 2 || live.some((id) => seen.subjectsOf(id) < subjectsToWeigh)) return null;
  const weights = seen.weightsOf(live);
  return new Map(arms.map(({ id }) => [id, weights[live.indexOf(id)] ?? 0]));
}
