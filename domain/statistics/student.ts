import cdf from '@stdlib/stats-base-dists-t-cdf';
import quantile from '@stdlib/stats-base-dists-t-quantile';
import { assertFinite, assertInside, assertPositive } from './assert-domain';

/** Student's t distribution, for degrees of freedom that need not be whole. */

/**
 * The lower tail P(T <= t), 0 to 1; the upper one is that of -t. Source: DLMF 8.17, by the incomplete beta function.
 * @param df degrees of freedom, above 0
 * @throws RangeError for another df, and for a t that is not finite
 */
export function studentCdf(t: number, df: number): number {
  assertFinite('t', t);
  assertPositive('df', df);
  return cdf(t, df);
}

/** P(|T| >= |t|), 0 to 1. @throws RangeError as {@link studentCdf} */
export const twoSidedStudent = (t: number, df: number): number => 2 * studentCdf(-Math.abs(t), df);

/** t_{1 - α/2}: standard errors on each side of a two-sided interval. @throws RangeError for an alpha not in (0, 1), a df not above 0 */
export function criticalStudent(alpha: number, df: number): number {
  assertInside('alpha', alpha);
  assertPositive('df', df);
  return -quantile(alpha / 2, df);
}
