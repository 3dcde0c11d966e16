import { assertInside, assertPositive } from '../statistics/assert-domain';
import { normalCdf } from '../statistics/normal';
import { rateOf, type Proportion } from '../statistics/proportion';
import { differenceErrors } from './fixed-horizon';

export interface HarmTest {
  z: number;
  /** One-sided, 0 to 1: small when the treatment is worse. */
  pValue: number;
  /** p is below alpha. */
  harmed: boolean;
}

/**
 * Whether a treatment harms a guardrail: the pooled z test, one-sided. p = Φ(z), or Φ(-z) where lower is better. Where no one or
 * every subject converted z is 0. Source: as {@link differenceErrors}; contract, section 5.
 * @param options.alpha above 0, below 1
 * @throws RangeError for another alpha, for counts that are not whole, and for an arm without subjects
 */
export function harmTest(
  control: Proportion,
  treatment: Proportion,
  { lowerIsBetter, alpha }: { lowerIsBetter: boolean; alpha: number },
): HarmTest {
  assertInside('alpha', alpha);
  const { pooled } = differenceErrors(control, treatment);
  const z = pooled === 0 ? 0 : (rateOf(treatment) - rateOf(control)) / pooled;
  const pValue = normalCdf(lowerIsBetter ? -z : z);
  return { z, pValue, harmed: pValue < alpha };
}

/**
 * Whether a treatment is no worse than the control by more than a margin: z = (pB - pA + m) / unpooled error with m the margin times
 * pA, and p = Φ(-z). Where lower is better z = (pA - pB + m) / √((1 + margin)² vA + vB): what may be lost varies with pA, too. Where
 * higher is better that makes (1 - margin)² vA, and the contract's reference has the margin as fixed, so that the test has a false alarm
 * less often than alpha. Without error z is 0 at the margin itself, and p is 0 or 1 beside it.
 * Source: Blackwelder, Controlled Clinical Trials 3 (1982), 345-353.
 * @param options.relativeMargin as a share of the control's rate, above 0
 * @param options.alpha above 0, below 1
 * @throws RangeError for anything else, for counts that are not whole, and for an arm without subjects
 */
export function nonInferiorityTest(
  control: Proportion,
  treatment: Proportion,
  { relativeMargin, alpha, lowerIsBetter = false }: { relativeMargin: number; alpha: number; lowerIsBetter?: boolean },
): { z: number; pValue: number; nonInferior: boolean; margin: number } {
  assertInside('alpha', alpha);
  assertPositive('The margin', relativeMargin);
  const { unpooled } = differenceErrors(control, treatment);
  const rate = rateOf(control);
  const margin = relativeMargin * rate;
  const difference = rateOf(treatment) - rate;
  const above = (lowerIsBetter ? -difference : difference) + margin;
  // (1 + m)² - 1 times the control's variance is what the margin adds.
  const ofMargin = lowerIsBetter ? (relativeMargin * (2 + relativeMargin) * rate * (1 - rate)) / control.n : 0;
  const z = above === 0 ? 0 : above / Math.sqrt(unpooled ** 2 + ofMargin);
  const pValue = normalCdf(-z);
  return { z, pValue, nonInferior: pValue < alpha, margin };
}
