import { criticalNormal, twoSidedNormal } from '../statistics/normal';
import { assertProportion, rateOf, wilsonInterval, type Interval, type Proportion } from '../statistics/proportion';

/** Tests of a rate that hold when they are looked at once, at the planned size. Differences are treatment minus control. */

export interface ProportionTest {
  /** Difference of the rates, -1 to 1. */
  difference: number;
  /** Standard errors that the difference is from 0. */
  z: number;
  /** Two-sided, 0 to 1. */
  pValue: number;
  /** Of the difference, with one rate for both: what the test divides by. */
  pooledError: number;
  /** Of the difference, with a rate for each: what the interval is made of. */
  unpooledError: number;
  /** Of the difference. */
  interval: Interval;
}

/** Standard errors of the difference of two rates. @throws RangeError for counts that are not whole, and for an arm without subjects */
export function differenceErrors(control: Proportion, treatment: Proportion): { pooled: number; unpooled: number } {
  for (const arm of [control, treatment]) {
    assertProportion(arm);
    if (arm.n === 0) throw new RangeError('An arm has no subjects.');
  }
  const [a, b] = [rateOf(control), rateOf(treatment)];
  const together = (control.conversions + treatment.conversions) / (control.n + treatment.n);
  return {
    pooled: Math.sqrt(together * (1 - together) * (1 / control.n + 1 / treatment.n)),
    unpooled: Math.sqrt((a * (1 - a)) / control.n + (b * (1 - b)) / treatment.n),
  };
}

/**
 * The two-proportion z test: z = (pB - pA) / √(p (1 - p) (1/nA + 1/nB)) with p of both arms pooled, two-sided p = 2 Φ(-|z|), and
 * Wald's interval of pB - pA with the unpooled error. Where none or all converted z is 0 and p is 1.
 * Source: Fleiss, Levin and Paik, "Statistical methods for rates and proportions" (2003), 3.3; contract, section 5.
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @throws RangeError for another alpha, for counts that are not whole, and for an arm without subjects
 */
export function twoProportionTest(control: Proportion, treatment: Proportion, alpha: number): ProportionTest {
  const { pooled, unpooled } = differenceErrors(control, treatment);
  const difference = rateOf(treatment) - rateOf(control);
  const z = pooled === 0 ? 0 : difference / pooled;
  const half = criticalNormal(alpha) * unpooled;
  return {
    difference,
    z,
    pValue: twoSidedNormal(z),
    pooledError: pooled,
    unpooledError: unpooled,
    interval: [difference - half, difference + half],
  };
}

/**
 * Newcombe's hybrid-score interval of pB - pA (his method 10), which holds for few conversions, too. With Wilson's intervals
 * [lA, uA] and [lB, uB]: low = d - √((pB - lB)² + (uA - pA)²), high = d + √((uB - pB)² + (pA - lA)²).
 * Source: R. G. Newcombe, Statistics in Medicine 17 (1998), 873-890.
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @throws RangeError for another alpha, and for counts that are not whole
 */
export function newcombeInterval(control: Proportion, treatment: Proportion, alpha: number): Interval {
  const [a, b] = [rateOf(control), rateOf(treatment)];
  const [lowA, highA] = wilsonInterval(control, alpha);
  const [lowB, highB] = wilsonInterval(treatment, alpha);
  return [b - a - Math.hypot(b - lowB, highA - a), b - a + Math.hypot(highB - b, a - lowA)];
}
