import { bucketPlaces } from './bucket';

/** Weights and traffic that were in force, and the visitors who were first exposed under them. */
export interface AllocatedExposures {
  /** By variant id; null where none were recorded. */
  weights: Readonly<Record<string, number>> | null;
  /** Percentage, 0 to 100; null where none was recorded. */
  trafficSplit: number | null;
  /** From when on they were in force; null where nothing was recorded. */
  at: Date | null;
  exposures: number;
}

/** What is in force now: it stands for what was not recorded. */
interface AllocatedNow {
  trafficSplit: number;
  /** In their order, which decides the slots. */
  variants: readonly { id: string; weight: number }[];
}

/**
 * How many exposures each variant is expected to have, by its id: the sum, over all exposures, of the share that assignment gave it then.
 * Without exposures the shares of now.
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
 * The shares of those who take part that each variant gets, by the hash's places that its slot holds. They are the weights but for what
 * rounding to whole places leaves: of a thousandth of the traffic, ten places, three equal variants get four, three and three. Where no
 * slot holds a place they are the weights.
 * @param weights in the order of the variants
 * @param trafficSplit percentage, 0 to 100
 */
export function allocatedShares(weights: readonly number[], trafficSplit: number): number[] {
  const included = trafficSplit / 100;
  let start = 0;
  // As domain/experiments/allocate.ts compares them.
  const places = weights.map((weight) => {
    const held = placesBelow(start + included * weight) - placesBelow(start);
    start += weight;
    return held;
  });
  const all = places.reduce((sum, held) => sum + held, 0);
  return all === 0 ? [...weights] : places.map((held) => held / all);
}

/** How many of the hash's values are below an end. */
function placesBelow(end: number): number {
  let count = Math.min(bucketPlaces, Math.max(0, Math.ceil(end * bucketPlaces)));
  // The product may round to the other side of a place.
  while (count > 0 && (count - 1) / bucketPlaces >= end) count -= 1;
  while (count < bucketPlaces && count / bucketPlaces < end) count += 1;
  return count;
}

/**
 * When visitors first came under other weights than the first ones did; null while all came under the same. More traffic alone is no
 * other weights.
 * @param allocated in the order of their times
 */
export function weightsChangedAt(allocated: readonly AllocatedExposures[]): Date | null {
  const seen = allocated.filter(({ weights, exposures }) => weights !== null && exposures > 0);
  const first = seen[0]?.weights;
  const changed = seen.find(({ weights }) => !areSame(weights ?? {}, first ?? {}));
  return changed?.at ?? null;
}

const areSame = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((id) => (one[id] ?? 0) === (other[id] ?? 0));
