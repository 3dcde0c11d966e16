import { assertInside, assertPositive } from '../statistics/assert-domain';
import { normalCdf } from '../statistics/normal';
import { rateOf, type Proportion } from '../statistics/proportion';
import { differenceErrors } from './fixed-horizon';

export interface HarmTest {
  z: number;
  /** One-sided, 0 to 1: small if the treatment is worse. */
  pValue: number;
  /** Whether p is below alpha. */
  harmed: boolean;
}

/**
 * Tests whether a treatment harms a guardrail, by the one-sided pooled z test: p = Φ(z), or Φ(-z) if lower is better.
 * If no subjects or all subjects converted, z is 0. Source: as {@link differenceErrors}.
 * @param options.alpha above 0, below 1
 * @throws RangeError for an alpha outside this range, unless the counts are whole numbers, and for an arm without
 *   subjects
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
 * Tests whether a treatment is not worse than the control by more than a margin: z = (pB - pA + m) / unpooled error,
 * with m the margin times pA, and p = Φ(-z).
 *
 * If lower is better, z = (pA - pB + m) / √((1 + margin)² vA + vB), because the allowed loss varies with pA too. If
 * higher is better, this would give (1 - margin)² vA, but here the margin is treated as fixed, so that false
 * alarms are rarer than alpha. Without a standard error, z is 0 exactly at the margin, and p is 0 or 1 on either
 * side.
 * Source: Blackwelder, Controlled Clinical Trials 3 (1982), 345-353.
 * @param options.relativeMargin as a share of the control's rate, above 0
 * @param options.alpha above 0, below 1
 * @throws RangeError for options outside these ranges, unless the counts are whole numbers, and for an arm without
 *   subjects
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
  // The margin adds (1 + m)² - 1 times the control's variance.
  const ofMargin = lowerIsBetter ? (relativeMargin * (2 + relativeMargin) * rate * (1 - rate)) / control.n : 0;
  const z = above === 0 ? 0 : above / Math.sqrt(unpooled ** 2 + ofMargin);
  const pValue = normalCdf(-z);
  return { z, pValue, nonInferior: pValue < alpha, margin };
}
