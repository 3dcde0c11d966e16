/** Makes one attempt and says how long it took, in milliseconds. */
type Attempt = () => Promise<number>;

/** What {@link compareTimes} found. */
export interface ComparedTimes {
  /** Pairs in which the first took more than `factor` times as long as the second, and the other way round. */
  slower: number;
  faster: number;
  /** At fewer pairs than this on either side, the two count as alike. */
  limit: number;
}

/** Pairs, and the probability of a false alarm for each of the two sides. */
const pairs = 120;
export const falseAlarm = 5e-7;
/** By how much one has to be slower for a pair to count. */
const factor = 1.5;

/**
 * Compares how long two things take, on a machine that may be as slow and as unsteady as it likes.
 *
 * In each pair a coin decides which of the two comes first. When the two take equally long, swapping them in a pair changes nothing, so
 * "the first took more than 1.5 times as long" has a probability of at most 1/2 in each pair, independently of all others and of
 * whatever else the machine does. The count of such pairs then reaches `limit` with a probability of at most `falseAlarm`
 * (binomial, exact). An answer that leaves out a hash or a write takes a fraction of the time, in nearly every pair.
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

/** The smallest count that a fair coin reaches in `tosses` with a probability of at most `probability`. */
export function limitOf(tosses: number, probability: number): number {
  let tail = 0;
  let exactly = 0.5 ** tosses;
  for (let count = tosses; ; count -= 1) {
    tail += exactly;
    if (tail > probability) return count + 1;
    exactly *= count / (tosses - count + 1);
  }
}

/** How long work takes, milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
