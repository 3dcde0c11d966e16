import { assertCount, assertInside } from './assert-domain';
import { betaQuantile } from './beta';
import { criticalNormal } from './normal';

/** Subjects, and those of them who converted. */
export interface Proportion {
  /** A whole number from 0 up. */
  n: number;
  /** A whole number, 0 to n. */
  conversions: number;
}

export type Interval = [low: number, high: number];

/** @throws RangeError for counts that are not whole, and for more conversions than subjects */
export function assertProportion({ n, conversions }: Proportion): void {
  assertCount('n', n);
  assertCount('conversions', conversions);
  if (conversions > n) throw new RangeError(`${conversions} of ${n} converted.`);
}

/** The rate, 0 to 1; 0 without trials. @throws RangeError as {@link assertProportion} */
export function rateOf(proportion: Proportion): number {
  assertProportion(proportion);
  return proportion.n === 0 ? 0 : proportion.conversions / proportion.n;
}

/**
 * Wilson's score interval of a rate, within 0 to 1: (p̂ + z²/2n ± z √(p̂(1-p̂)/n + z²/4n²)) / (1 + z²/n). Without trials it is [0, 1].
 * Source: E. B. Wilson (1927); Brown, Cai and DasGupta (2001).
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @throws RangeError for another alpha, and as {@link assertProportion}
 */
export function wilsonInterval(proportion: Proportion, alpha: number): Interval {
  const p = rateOf(proportion);
  const z = criticalNormal(alpha);
  const { n, conversions } = proportion;
  if (n === 0) return [0, 1];
  const shrink = 1 + (z * z) / n;
  const middle = (p + (z * z) / (2 * n)) / shrink;
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / shrink;
  return [conversions === 0 ? 0 : middle - half, conversions === n ? 1 : middle + half];
}

/**
 * The interval of Clopper and Pearson of a rate, within 0 to 1, which covers at least as often as it says: the quantile α/2 of
 * Beta(x, n - x + 1) and that of 1 - α/2 of Beta(x + 1, n - x); 0 and 1 at the ends. Source: Clopper and Pearson (1934).
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @throws RangeError for another alpha, and as {@link assertProportion}
 */
export function clopperPearsonInterval(proportion: Proportion, alpha: number): Interval {
  assertProportion(proportion);
  assertInside('alpha', alpha);
  const { n, conversions: x } = proportion;
  const low = x === 0 ? 0 : betaQuantile(alpha / 2, x, n - x + 1);
  return [low, x === n ? 1 : betaQuantile(1 - alpha / 2, x + 1, n - x)];
}
