import cdf from '@stdlib/stats-base-dists-normal-cdf';
import quantile from '@stdlib/stats-base-dists-normal-quantile';
import { assertFinite, assertInside } from './assert-domain';

/** The standard normal distribution. For upper tails use `normalCdf(-z)`: 1 - Φ(z) loses the digits of small tails. */

/**
 * Returns Φ(z), 0 to 1. Source: DLMF 7.2.2.
 * @param z any number, including the infinities
 * @throws RangeError for NaN
 */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) throw new RangeError('z is NaN.');
  return cdf(z, 0, 1);
}

/**
 * Returns the z below which the share p lies: the inverse of {@link normalCdf}.
 * @param p above 0, below 1
 * @throws RangeError for a p outside this range
 */
export function normalQuantile(p: number): number {
  assertInside('p', p);
  return quantile(p, 0, 1);
}

/**
 * Returns 2 Φ(-|z|), the probability of a value at least as far from 0.
 * @throws RangeError unless z is finite
 */
export function twoSidedNormal(z: number): number {
  assertFinite('z', z);
  return 2 * normalCdf(-Math.abs(z));
}

/**
 * Returns z_{1 - α/2}, the standard errors on each side of a two-sided interval.
 * @param alpha above 0, below 1
 * @throws RangeError for an alpha outside this range
 */
export function criticalNormal(alpha: number): number {
  assertInside('alpha', alpha);
  return -normalQuantile(alpha / 2);
}
