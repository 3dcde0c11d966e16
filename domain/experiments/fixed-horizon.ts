import { twoSidedNormal } from '../statistics/normal';
import { assertProportion, rateOf, type Proportion } from '../statistics/proportion';

/** Tests rates for a single look at the planned size. Differences are treatment minus control. */

export interface ProportionTest {
  /** Difference of the rates, -1 to 1. */
  difference: number;
  /** Two-sided, 0 to 1. */
  pValue: number;
}

/**
 * Returns the standard errors of the difference of two rates: `pooled` with one rate for both arms, as the test of no
 * difference assumes, and `unpooled` with a rate for each arm.
 * @throws RangeError unless the counts are whole numbers, and for an arm without subjects
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
 * Runs the two-proportion z test: z = (pB - pA) / √(p (1 - p) (1/nA + 1/nB)), with p pooled over both arms, and the
 * two-sided p = 2 Φ(-|z|). If no subjects or all subjects converted, z is 0 and p is 1.
 * Source: Fleiss, Levin and Paik, "Statistical methods for rates and proportions" (2003), 3.3.
 * @throws RangeError unless the counts are whole numbers, and for an arm without subjects
 */
export function twoProportionTest(control: Proportion, treatment: Proportion): ProportionTest {
  const { pooled } = differenceErrors(control, treatment);
  const difference = rateOf(treatment) - rateOf(control);
  return { difference, pValue: twoSidedNormal(pooled === 0 ? 0 : difference / pooled) };
}
