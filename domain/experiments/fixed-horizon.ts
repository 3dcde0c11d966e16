import { twoSidedNormal } from '../statistics/normal';
import { assertProportion, rateOf, type Proportion } from '../statistics/proportion';

/** The test of a rate that holds when it is looked at once, at the planned size. Differences are treatment minus control. */

export interface ProportionTest {
  /** Difference of the rates, -1 to 1. */
  difference: number;
  /** Two-sided, 0 to 1. */
  pValue: number;
}

/**
 * Standard errors of the difference of two rates: with one rate for both arms, which the test of no difference divides by, and with a
 * rate for each.
 * @throws RangeError for counts that are not whole, and for an arm without subjects
 */
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
 * The two-proportion z test: z = (pB - pA) / √(p (1 - p) (1/nA + 1/nB)) with p of both arms pooled, and two-sided
 * p = 2 Φ(-|z|). Where none or all converted z is 0 and p is 1.
 * Source: Fleiss, Levin and Paik, "Statistical methods for rates and proportions" (2003), 3.3; contract, section 5.
 * @throws RangeError for counts that are not whole, and for an arm without subjects
 */
export function twoProportionTest(control: Proportion, treatment: Proportion): ProportionTest {
  const { pooled } = differenceErrors(control, treatment);
  const difference = rateOf(treatment) - rateOf(control);
  return { difference, pValue: twoSidedNormal(pooled === 0 ? 0 : difference / pooled) };
}
