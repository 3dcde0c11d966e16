import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import { assertFinite, assertInside, assertPositive } from './assert-domain';

/** Student's t distribution. Degrees of freedom may be fractional. */

/**
 * Returns the lower tail P(T <= t), 0 to 1; for the upper tail, pass -t. Source: DLMF 8.17, by the incomplete beta
 * function.
 * @param df degrees of freedom, above 0
 * @throws RangeError for a df outside this range, and unless t is finite
 */
export function studentCdf(t: number, df: number): number {
  assertFinite('t', t);
  assertPositive('df', df);
  return cdf(t, df);
}

/**
 * Returns P(|T| >= |t|), 0 to 1.
 * @throws RangeError as {@link studentCdf}
 */
export const twoSidedStudent = (t: number, df: number): number => 2 * studentCdf(-Math.abs(t), df);

/**
 * Returns t_{1 - α/2}, the standard errors on each side of a two-sided interval.
 * @throws RangeError for an alpha outside (0, 1), and for a df that is not above 0
 */
export function criticalStudent(alpha: number, df: number): number {
  assertInside('alpha', alpha);
  assertPositive('df', df);
  return -quantile(alpha / 2, df);
}
