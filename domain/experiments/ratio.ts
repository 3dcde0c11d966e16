import { assertFinite } from '../statistics/assert-domain';
import { assertSums, type Moments, type Sums } from '../statistics/moments';

/** Sums of a ratio of two metrics, such as revenue by order: subjects are what is assigned, orders are not. */
export interface RatioSums {
  /** Subjects, a whole number from 0 up. */
  n: number;
  numerator: Omit<Sums, 'n'>;
  denominator: Omit<Sums, 'n'>;
  /** Of numerator times denominator. */
  sumProducts: number;
}

/**
 * Mean and variance of a ratio M / D of means, to be tested as those of a metric. The variance is that of the delta method:
 * Var(M)/D² + M² Var(D)/D⁴ - 2 M Cov(M, D)/D³. Source: Deng, Knoblich and Lu, "Applying the delta method in metric analytics" (2018).
 * @returns null where the denominator's mean is 0, and for fewer than two subjects
 * @throws RangeError for sums that no values have
 */
export function ratioMoments({ n, numerator, denominator, sumProducts }: RatioSums): Moments | null {
  assertSums({ n, ...numerator });
  assertSums({ n, ...denominator });
  assertFinite('sumProducts', sumProducts);
  if (n < 2 || denominator.sum === 0) return null;
  const [m, d] = [numerator.sum / n, denominator.sum / n];
  const covariance = (products: number, one: number, other: number): number => (products - (one * other) / n) / (n - 1);
  const ofM = covariance(numerator.sumSquares, numerator.sum, numerator.sum);
  const ofD = covariance(denominator.sumSquares, denominator.sum, denominator.sum);
  const ofBoth = covariance(sumProducts, numerator.sum, denominator.sum);
  const variance = ofM / d ** 2 + (m ** 2 * ofD) / d ** 4 - (2 * m * ofBoth) / d ** 3;
  return { n, mean: m / d, variance: Math.max(0, variance) };
}
