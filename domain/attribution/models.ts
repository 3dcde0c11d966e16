export const attributionModels = ['first_touch', 'last_touch', 'linear', 'position_based', 'time_decay'] as const;

/** How the credit for a conversion is split among the touches before it. */
export type AttributionModel = (typeof attributionModels)[number];

/** Half-life of a touch's weight under `time_decay`, in days. */
const halfLifeDays = 7;
/** Shares under `position_based`: of the first and the last touch each, and of all touches between them together. */
const endShare = 0.4;
const middleShare = 0.2;

/**
 * Returns the credit of each touch, oldest first; credits sum to 1.
 *
 * - `first_touch`, `last_touch`: all credit to that touch;
 * - `linear`: equal shares;
 * - `position_based`: 40% each to the first and the last touch, 20% split evenly among those between; half each for two
 *   touches;
 * - `time_decay`: proportional to 2^(-age / 7 days).
 *
 * @param agesDays days from each touch to the conversion, in the order of the touches, oldest first; 0 or more
 * @returns an empty list for no touches
 * @throws RangeError for an age that is negative or not finite
 */
export function creditsOf(model: AttributionModel, agesDays: readonly number[]): number[] {
  for (const age of agesDays) {
    if (!Number.isFinite(age) || age < 0)
      throw new RangeError(`A touch is ${age} days old: not before the conversion.`);
  }
  const last = agesDays.length - 1;
  switch (model) {
    case 'first_touch':
      return agesDays.map((_, index) => (index === 0 ? 1 : 0));
    case 'last_touch':
      return agesDays.map((_, index) => (index === last ? 1 : 0));
    case 'linear':
      return agesDays.map(() => 1 / agesDays.length);
    case 'position_based':
      return agesDays.map((_, index) => positionShare(index, agesDays.length));
    case 'time_decay':
      return decayShares(agesDays);
  }
}

function positionShare(index: number, count: number): number {
  if (count <= 2) return 1 / count;
  return index === 0 || index === count - 1 ? endShare : middleShare / (count - 2);
}

/** Measures ages from the youngest touch, so that the weights of old touches do not all underflow to 0. */
function decayShares(agesDays: readonly number[]): number[] {
  const youngest = Math.min(...agesDays);
  const weights = agesDays.map((age) => 2 ** ((youngest - age) / halfLifeDays));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
