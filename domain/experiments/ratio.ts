import { assertFinite } from '../statistics/assert-domain';
import { assertSums, roundingShare, type Moments, type Sums } from '../statistics/moments';

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
 * The variance of one subject is 0. It is known as well as by the subjects who have something below the line, counted as (Σd)² / Σd²:
 * a thousand visitors with two orders say what two orders say.
 * @returns null where the denominator's mean is 0, and without subjects
 * @throws RangeError for sums that no values have
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
