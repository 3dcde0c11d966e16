import { probabilityBest, type ArmOutcomes } from './bayesian';

/**
 * Weights of bandits, on pages and in journeys. Variants and arms get new weights only here, on each scheduled update.
 */

/** Minimum weight of every arm, so that its rate can still be learned. */
const weightFloor = 0.01;

/** Subjects that each arm needs before weights follow the results. */
export const subjectsToWeigh = 100;

/**
 * Returns the weights of arms by Thompson sampling: the probability that an arm is the best, under uniform priors,
 * above a floor. With k arms and floor f, an arm with probability p gets the weight f + (1 - k f) p. The weights sum to
 * 1, and none is below the floor. Raising small weights to the floor and dividing by the sum would not guarantee this.
 * Source: W. R. Thompson (1933); the additive floor of GrowthBook's gbstats.
 * @param floor 0 to 1 / k
 * @throws RangeError without arms, for counts that are negative or not finite, and for a floor outside 0 to 1 / k
 */
export const thompsonWeights = (arms: readonly ArmOutcomes[], floor = weightFloor): number[] =>
  flooredWeights(probabilityBest(arms), floor);

/** Returns {@link thompsonWeights} for arms with these probabilities of being the best. */
export function flooredWeights(probabilities: readonly number[], floor = weightFloor): number[] {
  const free = 1 - probabilities.length * floor;
  if (!(floor >= 0 && free >= 0)) throw new RangeError(`${probabilities.length} arms cannot have ${floor} each.`);
  return probabilities.map((probability) => floor + free * probability);
}

/** The observed data of arms. */
export interface ArmsSeen {
  subjectsOf: (id: string) => number;
  /** Returns the weights of these arms, in their order: see {@link flooredWeights}. */
  weightsOf: (ids: readonly string[]) => readonly number[];
}

/** Returns the observed data of arms with subjects who either convert or not. */
export const seenOutcomes = (outcomesOf: (id: string) => ArmOutcomes): ArmsSeen => ({
  subjectsOf: (id) => outcomesOf(id).successes + outcomesOf(id).failures,
  weightsOf: (ids) => thompsonWeights(ids.map(outcomesOf)),
});

/**
 * Returns new weights of all arms, by id; null while an arm has fewer than 100 subjects, and if fewer than two arms are
 * active. An arm with weight 0 is switched off: it keeps 0, and nothing waits for it.
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
