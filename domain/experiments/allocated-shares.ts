import { bucketPlaces } from './bucket';

/** Weights and traffic split of a time span, and the number of visitors first exposed in it. */
export interface AllocatedExposures {
  /** By variant id; null if not recorded. */
  weights: Readonly<Record<string, number>> | null;
  /** Percentage, 0 to 100; null if not recorded. */
  trafficSplit: number | null;
  /** Start of the time span; null if not recorded. */
  at: Date | null;
  exposures: number;
}

/** The current settings, used in place of values that were not recorded. */
interface AllocatedNow {
  trafficSplit: number;
  /** In order, which determines the slots. */
  variants: readonly { id: string; weight: number }[];
}

/**
 * Returns the expected number of exposures by variant id: the sum, over all exposures, of the variant's share at the
 * time of the exposure. Without exposures, returns the current shares.
 */
export function expectedExposures(now: AllocatedNow, allocated: readonly AllocatedExposures[]): Map<string, number> {
  const { variants } = now;
  const sharesUnder = (weights: AllocatedExposures['weights'], trafficSplit: number): number[] =>
    allocatedShares(
      variants.map(({ id, weight }) => (weights === null ? weight : (weights[id] ?? 0))),
      trafficSplit,
    );
  const expected = variants.map(() => 0);
  for (const { weights, trafficSplit, exposures } of allocated) {
    sharesUnder(weights, trafficSplit ?? now.trafficSplit).forEach((share, arm) => {
      expected[arm] = (expected[arm] ?? 0) + exposures * share;
    });
  }
  const isKnown = expected.some((sum) => sum > 0);
  const shares = isKnown ? expected : sharesUnder(null, now.trafficSplit);
  return new Map(variants.map(({ id }, arm) => [id, shares[arm] ?? 0]));
}

/**
 * Returns each variant's share of the visitors who take part, from the number of hash places in its slot. Shares differ
 * from the weights only by rounding to whole places: a thousandth of the traffic has ten places, which three equal
 * variants split into four, three and three. If no slot contains a place, returns the weights.
 * @param weights in the order of the variants
 * @param trafficSplit percentage, 0 to 100
 */
export function allocatedShares(weights: readonly number[], trafficSplit: number): number[] {
  const included = trafficSplit / 100;
  let start = 0;
  // Same comparison as in domain/experiments/allocate.ts.
  const places = weights.map((weight) => {
    const held = placesBelow(start + included * weight) - placesBelow(start);
    start += weight;
    return held;
  });
  const all = places.reduce((sum, held) => sum + held, 0);
  return all === 0 ? [...weights] : places.map((held) => held / all);
}

/** Returns how many of the hash's values are below `end`. */
function placesBelow(end: number): number {
  let count = Math.min(bucketPlaces, Math.max(0, Math.ceil(end * bucketPlaces)));
  // Correct the count if rounding moved the product past a place.
  while (count > 0 && (count - 1) / bucketPlaces >= end) count -= 1;
  while (count < bucketPlaces && count / bucketPlaces < end) count += 1;
  return count;
}

/**
 * Returns when visitors first came under weights that differ from the first ones; null if the weights never changed. A
 * change of the traffic split alone does not count.
 * @param allocated in chronological order
 */
export function weightsChangedAt(allocated: readonly AllocatedExposures[]): Date | null {
  const seen = allocated.filter(({ weights, exposures }) => weights !== null && exposures > 0);
  const first = seen[0]?.weights;
  const changed = seen.find(({ weights }) => !areSame(weights ?? {}, first ?? {}));
  return changed?.at ?? null;
}

const areSame = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((id) => (one[id] ?? 0) === (other[id] ?? 0));
