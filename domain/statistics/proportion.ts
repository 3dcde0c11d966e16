import { assertCount } from './assert-domain';

/** Subjects, and how many of them converted. */
export interface Proportion {
  /** A whole number from 0 up. */
  n: number;
  /** A whole number, 0 to n. */
  conversions: number;
}

export type Interval = [low: number, high: number];

/** @throws RangeError unless the counts are whole numbers, and for more conversions than subjects */
export function assertProportion({ n, conversions }: Proportion): void {
  assertCount('n', n);
  assertCount('conversions', conversions);
  if (conversions > n) throw new RangeError(`${conversions} of ${n} converted.`);
}

/**
 * Returns the rate, 0 to 1; 0 without subjects.
 * @throws RangeError as {@link assertProportion}
 */
export function rateOf(proportion: Proportion): number {
  assertProportion(proportion);
  return proportion.n === 0 ? 0 : proportion.conversions / proportion.n;
}
