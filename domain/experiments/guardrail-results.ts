import type { Moments } from '../statistics/moments';
import { studentCdf } from '../statistics/student';
import { cautionOf, hasBanditValues } from './caution';
import { momentsFor, testMetric, type ArmSums, type TestSettings } from './comparison';
import { differenceOf, pairOf } from './fieller';
import { harmTest, nonInferiorityTest } from './guardrails';
import type { MetricSums } from './metric-results';
import type { MetricMeasure } from './metrics/schemas';
import { holm } from './multiple-comparisons';
import { oneSidedSequenceP } from './sequential';
import { welchDegrees } from './welch';

export interface GuardrailVariant {
  variantId: string;
  /** The rate of a conversion; the mean or the ratio of other metrics. */
  rate: number;
  /** One-sided, for a single look: small if the treatment is worse. Null for the control, and while an arm is empty. */
  pValue: number | null;
  /** Whether the treatment is worse, by Holm over guardrails and treatments. Always false for the control. */
  harmed: boolean;
  /**
   * For a guardrail with a margin: whether it is proved that the treatment is not worse by more. Null for the control.
   */
  nonInferior?: boolean | null;
}

export interface GuardrailResult {
  metric: string;
  /** Relative to the control; present if one was set. */
  margin?: number;
  variants: GuardrailVariant[];
}

/** A treatment, and a guardrail with a finding about it. */
export interface GuardedVariant {
  metric: string;
  variantId: string;
}

/** p-values of a treatment for a guardrail: as shown, for the verdict on harm, and for the verdict on the margin. */
interface GuardrailTest {
  pValue: number | null;
  harm: number;
  margin: number;
}

/**
 * Returns the guardrails of results. Under `frequentist` they are judged once, by p-values for a single look, when the
 * experiment is decided: `isDecisive` says whether that is now. Under the other engines they are judged at each look,
 * by always valid p-values.
 * @param metrics those with the role guardrail
 */
export function guardrailResults(
  metrics: readonly MetricSums[],
  settings: TestSettings & { isDecisive: boolean },
): GuardrailResult[] {
  const { alpha } = settings;
  const isDecisive = settings.engine !== 'frequentist' || settings.isDecisive;
  const tests = metrics.map((metric) => testsOf(metric, settings));
  const adjusted = holm(tests.flatMap((ofMetric) => ofMetric.map(({ harm }) => harm)));
  let place = 0;
  return metrics.map(({ metric, measure, margin = null, variants }, index) => ({
    metric: metric ?? '',
    ...(margin !== null && { margin }),
    variants: variants.map(({ variantId, ...sums }, arm) => {
      const rate = momentsFor(measure, sums)?.mean ?? 0;
      if (arm === 0) {
        return { variantId, rate, pValue: null, harmed: false, ...(margin !== null && { nonInferior: null }) };
      }
      const test = tests[index]?.[arm - 1] as GuardrailTest;
      const harmed = isDecisive && (adjusted[place++] as number) < alpha;
      const nonInferior = isDecisive && test.margin < alpha;
      return { variantId, rate, pValue: test.pValue, harmed, ...(margin !== null && { nonInferior }) };
    }),
  }));
}

function testsOf({ measure, direction, margin, variants }: MetricSums, settings: TestSettings): GuardrailTest[] {
  const [control, ...treatments] = variants;
  if (control === undefined) throw new RangeError('A guardrail has no variants.');
  const lowerIsBetter = direction === 'down';
  return treatments.map((treatment) => {
    const arms = { measure, control, treatment, lowerIsBetter };
    const once = onceTested(arms, settings.alpha, margin ?? null);
    if (once === null) return { pValue: null, harm: 1, margin: 1 };
    if (settings.engine === 'frequentist') return { ...once, harm: once.pValue };
    return { pValue: once.pValue, ...alwaysTested(arms, settings, margin ?? null) };
  });
}

type AlwaysTested = Pick<GuardrailTest, 'harm' | 'margin'>;

interface Arms {
  measure: MetricMeasure;
  control: ArmSums;
  treatment: ArmSums;
  lowerIsBetter: boolean;
}

/**
 * Tests for a single look: rates by the pooled z test and Blackwelder's test of the margin, means by the one-sided
 * forms of Welch's t test.
 */
function onceTested(
  { measure, control, treatment, lowerIsBetter }: Arms,
  alpha: number,
  relativeMargin: number | null,
): { pValue: number; margin: number } | null {
  if (control.n === 0 || treatment.n === 0) return null;
  if (measure === 'conversion') {
    const arms = [control, treatment].map(({ n, post }) => ({ n, conversions: post.sum }));
    const [a, b] = arms as [(typeof arms)[0], (typeof arms)[0]];
    const { pValue } = harmTest(a, b, { lowerIsBetter, alpha });
    const test = { lowerIsBetter, alpha };
    if (relativeMargin === null || a.conversions === 0) return { pValue, margin: 1 };
    return { pValue, margin: nonInferiorityTest(a, b, { ...test, relativeMargin }).pValue };
  }
  const [a, b] = [momentsFor(measure, control), momentsFor(measure, treatment)];
  if (a === null || b === null) return { pValue: 1, margin: 1 };
  const pValueOf = (reference: Moments, isBelow: boolean): number => {
    const df = welchDegrees(reference, b);
    if (df === null) return 1;
    const { estimate, variance } = differenceOf(pairOf(reference, b));
    return studentCdf((isBelow ? estimate : -estimate) / Math.sqrt(variance), df);
  };
  const allowed = allowedLoss(a, relativeMargin, lowerIsBetter);
  return {
    pValue: pValueOf(a, !lowerIsBetter),
    margin: allowed === null ? 1 : pValueOf(allowed, lowerIsBetter),
  };
}

/**
 * Returns the control after the loss that the margin allows, which a treatment must beat. It is a multiple of the
 * control and just as uncertain: the difference from it has the variance (1 ± m)² vA + vB. Null without a margin, and
 * for a control with a mean of 0.
 */
function allowedLoss(control: Moments, relativeMargin: number | null, lowerIsBetter: boolean): Moments | null {
  const { mean, variance } = control;
  if (relativeMargin === null || mean === 0) return null;
  // For a negative mean, a loss moves away from 0 if higher is better, and toward 0 if lower is better.
  const times = 1 + (lowerIsBetter === mean > 0 ? relativeMargin : -relativeMargin);
  return { ...control, mean: times * mean, variance: times ** 2 * variance };
}

/**
 * Tests for any number of looks: by the one-sided mixture, or by the arms' own sequences if weights follow the results.
 */
function alwaysTested(arms: Arms, settings: TestSettings, relativeMargin: number | null): AlwaysTested {
  if (settings.engine === 'thompson') return adaptivelyTested(arms, settings, relativeMargin);
  const { measure, control, treatment, lowerIsBetter } = arms;
  const [a, b] = [momentsFor(measure, control), momentsFor(measure, treatment)];
  const caution = cautionOf(measure, control, treatment);
  if (a === null || b === null || caution === Infinity) return { harm: 1, margin: 1 };
  const sequence = { n: a.n + b.n, alpha: settings.alpha };
  const betterThan = (reference: Moments): number => {
    const { estimate, variance } = differenceOf(pairOf(reference, b));
    return (lowerIsBetter ? -estimate : estimate) / Math.sqrt(variance * caution);
  };
  const allowed = allowedLoss(a, relativeMargin, lowerIsBetter);
  return {
    harm: oneSidedSequenceP(-betterThan(a), sequence),
    margin: allowed === null ? 1 : oneSidedSequenceP(betterThan(allowed), sequence),
  };
}

/** Tests with the interval of the lift, if there are enough values for a verdict. */
function adaptivelyTested(
  { measure, control, treatment, lowerIsBetter }: Arms,
  settings: TestSettings,
  relativeMargin: number | null,
): AlwaysTested {
  if (!hasBanditValues(measure, control, treatment)) return { harm: 1, margin: 1 };
  const { pValue, difference, intervalAt } = testMetric(measure, { control, treatment }, settings);
  const [low, high] = intervalAt(settings.alpha) ?? [-Infinity, Infinity];
  const isProved = relativeMargin !== null && (lowerIsBetter ? high < relativeMargin : low > -relativeMargin);
  const isWorse = lowerIsBetter ? difference > 0 : difference < 0;
  return { harm: isWorse ? (pValue ?? 1) : 1, margin: isProved ? 0 : 1 };
}
