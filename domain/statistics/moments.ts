import { assertCount, assertFinite } from './assert-domain';

/** Sums of a metric over subjects. Each subject counts once; subjects without a value count as 0. */
export interface Sums {
  /** Subjects, a whole number from 0 up. */
  n: number;
  /** Sum of the values, in the metric's unit. */
  sum: number;
  /** Sum of the squared values. */
  sumSquares: number;
}

/** Number of subjects, and mean and variance of one subject's value, in the metric's unit. */
export interface Moments {
  n: number;
  mean: number;
  /** 0 or more. */
  variance: number;
  /** Degrees of freedom of the variance, 1 or more; default n - 1. */
  freedom?: number;
}

/** @throws RangeError if n is not a whole number, and for sums that no n values can have */
export function assertSums({ n, sum, sumSquares }: Sums): void {
  assertCount('n', n);
  assertFinite('sum', sum);
  assertFinite('sumSquares', sumSquares);
  // The Cauchy-Schwarz inequality, with a tolerance for the rounding error of adding many values.
  if (sum * sum > n * sumSquares * (1 + 1e-9))
    throw new RangeError(`No ${n} values have the sums ${sum}, ${sumSquares}.`);
}

/** Relative rounding error in a difference of equal sums: a smaller variance counts as 0. */
export const roundingShare = 1e-12;

/**
 * Returns the moments of a metric's sums, with variance (Σx² - (Σx)²/n) / (n - 1). Without subjects, both are 0; the
 * variance of one subject is 0.
 * @throws RangeError as {@link assertSums}
 */
export function momentsOf(sums: Sums): Moments {
  assertSums(sums);
  const { n, sum, sumSquares } = sums;
  const squares = sumSquares - (sum * sum) / n;
  const variance = n < 2 || squares <= roundingShare * sumSquares ? 0 : squares / (n - 1);
  return { n, mean: n === 0 ? 0 : sum / n, variance };
}
