import { assertCount, assertFinite } from './assert-domain';

/** Sums of a metric over subjects, each of whom counts once; those without a value count as 0. */
export interface Sums {
  /** Subjects, a whole number from 0 up. */
  n: number;
  /** Of their values, in the metric's unit. */
  sum: number;
  /** Of their squares. */
  sumSquares: number;
}

/** Mean and variance of one subject's value, and the number of subjects. The unit is the metric's own. */
export interface Moments {
  n: number;
  mean: number;
  /** 0 or more. */
  variance: number;
  /** Degrees of freedom of the variance, 1 or more; n - 1 unless given. */
  freedom?: number;
}

/** @throws RangeError for a number of subjects that is not whole, for sums that no values have */
export function assertSums({ n, sum, sumSquares }: Sums): void {
  assertCount('n', n);
  assertFinite('sum', sum);
  assertFinite('sumSquares', sumSquares);
  // By Cauchy and Schwarz, but for what adding many values rounds away.
  if (sum * sum > n * sumSquares * (1 + 1e-9))
    throw new RangeError(`No ${n} values have the sums ${sum}, ${sumSquares}.`);
}

/** What rounding leaves of a difference of sums that are equal, as a share of them: a smaller variance is none. */
export const roundingShare = 1e-12;

/**
 * Of a metric's sums: variance (Σx² - (Σx)²/n) / (n - 1). Without subjects both are 0, and the variance of one subject is 0.
 * @throws RangeError as {@link assertSums}
 */
export function momentsOf(sums: Sums): Moments {
  assertSums(sums);
  const { n, sum, sumSquares } = sums;
  const squares = sumSquares - (sum * sum) / n;
  const variance = n < 2 || squares <= roundingShare * sumSquares ? 0 : squares / (n - 1);
  return { n, mean: n === 0 ? 0 : sum / n, variance };
}
