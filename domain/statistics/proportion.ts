import { assertCount } from './assert-domain';

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
