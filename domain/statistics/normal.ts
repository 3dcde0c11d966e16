import cdf from '@stdlib/stats-base-dists-normal-cdf';
import quantile from '@stdlib/stats-base-dists-normal-quantile';
import { assertFinite, assertInside } from './assert-domain';

/** The standard normal distribution. Upper tails are `normalCdf(-z)`: 1 - Φ(z) loses the digits of small ones. */

/** Φ(z), 0 to 1. Source: DLMF 7.2.2. @param z any number, also an infinite one @throws RangeError for NaN */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) throw new RangeError('z is NaN.');
  return cdf(z, 0, 1);
}

/** The z below which lies the share p: the inverse of {@link normalCdf}. @param p above 0, below 1 @throws RangeError for another */
export function normalQuantile(p: number): number {
  assertInside('p', p);
  return quantile(p, 0, 1);
}

/** 2 Φ(-|z|): how likely a value at least as far from 0 is. @throws RangeError for what is not finite */
export function twoSidedNormal(z: number): number {
  assertFinite('z', z);
  return 2 * normalCdf(-Math.abs(z));
}

/** z_{1 - α/2}: standard errors on each side of a two-sided interval. @param alpha above 0, below 1 @throws RangeError for another */
export function criticalNormal(alpha: number): number {
  assertInside('alpha', alpha);
  return -normalQuantile(alpha / 2);
}
