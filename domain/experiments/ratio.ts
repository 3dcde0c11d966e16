import { assertFinite } from '../statistics/assert-domain';
import { assertSums, roundingShare, type Moments, type Sums } from '../statistics/moments';

/**
 * Sums of a ratio of two metrics, such as revenue per order, over subjects. Subjects are assigned to variants, orders
 * are not.
 */
export interface RatioSums {
  /** Subjects, a whole number from 0 up. */
  n: number;
  numerator: Omit<Sums, 'n'>;
  denominator: Omit<Sums, 'n'>;
  /** Sum of numerator times denominator. */
  sumProducts: number;
}

/**
 * Returns mean and variance of a ratio M / D of means, for the same tests as a metric's moments. The variance is that
 * of the delta method: Var(M)/D² + M² Var(D)/D⁴ - 2 M Cov(M, D)/D³. Source: Deng, Knoblich and Lu, "Applying the delta
 * method in metric analytics" (2018). The variance of one subject is 0.
 *
 * The degrees of freedom count only subjects with a denominator, as (Σd)² / Σd²: a thousand visitors with two orders
 * have as much information as two orders.
 * @returns null if the denominator's mean is 0, and without subjects
 * @throws RangeError for sums that no values can have
 */
export function ratioMoments({ n, numerator, denominator, sumProducts }: RatioSums): Moments | null {
  assertSums({ n, ...numerator });
  assertSums({ n, ...denominator });
  assertFinite('sumProducts', sumProducts);
  if (n === 0 || denominator.sum === 0) return null;
  const [m, d] = [numerator.sum / n, denominator.sum / n];
  const centred = (products: number, one: number, other: number): number => products - (one * other) / n;
  const linear = (ofM: number, ofD: number, ofBoth: number): number =>
    ofM / d ** 2 + (m ** 2 * ofD) / d ** 4 - (2 * m * ofBoth) / d ** 3;
  const squares = linear(
    centred(numerator.sumSquares, numerator.sum, numerator.sum),
    centred(denominator.sumSquares, denominator.sum, denominator.sum),
    centred(sumProducts, numerator.sum, denominator.sum),
  );
  const size = linear(numerator.sumSquares, denominator.sumSquares, -Math.sign(m * d) * Math.abs(sumProducts));
  const variance = n < 2 || squares <= roundingShare * size ? 0 : squares / (n - 1);
  const freedom = Math.max(1, denominator.sum ** 2 / denominator.sumSquares - 1);
  return { n, mean: m / d, variance, freedom };
}
