/** Makes one attempt. Returns its duration in milliseconds. */
type Attempt = () => Promise<number>;

/** The result of {@link compareTimes}. */
export interface ComparedTimes {
  /** Pairs in which the first took more than `factor` times as long as the second, and the reverse. */
  slower: number;
  faster: number;
  /** With fewer pairs than this on both sides, the durations count as equal. */
  limit: number;
}

/** Number of pairs, and the probability of a false alarm per side. */
const pairs = 120;
export const falseAlarm = 5e-7;
/** A pair counts if one attempt takes more than this many times as long as the other. */
const factor = 1.5;

/**
 * Compares the duration of two operations on a machine of any speed and load.
 *
 * In each pair a random choice decides which operation is first. If both take equally long, swapping them in a pair
 * changes nothing. So "the first took more than 1.5 times as long" has a probability of at most 1/2 in each pair,
 * independent of all other pairs and of other load. The count of such pairs then reaches `limit` with a probability of
 * at most `falseAlarm` (binomial, exact). A response without a hash or a write takes a fraction of the time, in nearly
 * every pair.
 */
export async function compareTimes(first: Attempt, second: Attempt): Promise<ComparedTimes> {
  const found = { slower: 0, faster: 0, limit: limitOf(pairs, falseAlarm) };
  // The first pairs warm up.
  for (let pair = -10; pair < pairs; pair += 1) {
    const isFirst = Math.random() < 0.5;
    const one = await (isFirst ? first : second)();
    const other = await (isFirst ? second : first)();
    const [firstMs, secondMs] = isFirst ? [one, other] : [other, one];
    if (pair < 0) continue;
    if (firstMs > factor * secondMs) found.slower += 1;
    if (secondMs > factor * firstMs) found.faster += 1;
  }
  return found;
}

/** Returns the smallest count that a fair coin reaches in `tosses` with a probability of at most `probability`. */
export function limitOf(tosses: number, probability: number): number {
  let tail = 0;
  let exactly = 0.5 ** tosses;
  for (let count = tosses; ; count -= 1) {
    tail += exactly;
    if (tail > probability) return count + 1;
    exactly *= count / (tosses - count + 1);
  }
}

/** Returns the duration of work in milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
