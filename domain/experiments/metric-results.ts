import type { Interval } from '../statistics/proportion';
import { momentsFor, testMetric, type ArmSums, type LiftTest, type MetricTest, type TestSettings } from './comparison';
import type { MetricMeasure } from './metrics/schemas';
import { benjaminiHochbergTests, holmTests, type AdjustedTest } from './multiple-comparisons';

/**
 * The role of a metric: the verdict is about the primary one, guardrails must not be harmed, and secondary ones are
 * explored.
 */
export type MetricRole = 'primary' | 'secondary' | 'guardrail';

/** A metric, and its sums over the visitors of each variant. */
export interface MetricSums {
  /** A conversion's id or an event's name; null for the default, the primary conversion. */
  metric: string | null;
  measure: MetricMeasure;
  role: MetricRole;
  /** Whether more or less is better. */
  direction: 'up' | 'down';
  /**
   * For a guardrail: the relative loss below which a treatment counts as no worse, above 0. It must be proved before a
   * variant is shipped.
   */
  margin?: number | null;
  /** In the order of the experiment's variants, the control first. */
  variants: readonly (ArmSums & { variantId: string })[];
}

/** A comparison of a treatment with the control. All fields are null for the control itself. */
export interface Comparison {
  /** Relative: 0.1 is 10% more than the control. Null if the control's value is 0. */
  lift: number | null;
  /**
   * Interval of the lift at confidence 1 - alpha: excludes 0 exactly when `pValue` is below alpha. Null if an end is
   * not finite.
   */
  liftInterval95: Interval | null;
  /** The same at the corrected level of this treatment: excludes 0 exactly when `adjustedPValue` is below alpha. */
  adjustedLiftInterval95: Interval | null;
  /** Two-sided, 0 to 1; 1 if nothing varies. Null while an arm has no visitors. */
  pValue: number | null;
  adjustedPValue: number | null;
  /** The variant minus the control, in the metric's unit; of the adjusted means, if the comparison is adjusted. */
  difference: number | null;
  /** As `liftInterval95`, of the difference. */
  differenceInterval95: Interval | null;
  /** As `adjustedLiftInterval95`, of the difference. */
  adjustedDifferenceInterval95: Interval | null;
}

export interface AdjustedComparison extends Comparison {
  /** Present if the comparison is adjusted for pre-exposure data (CUPED). */
  cuped?: { varianceReduction: number };
  /** The comparison without the adjustment; present together with `cuped`. */
  unadjusted?: Comparison;
}

export interface MetricVariantResult extends AdjustedComparison {
  variantId: string;
  /** Per visitor: the rate, the mean or the ratio. 0 without visitors. */
  value: number;
}

export interface MetricResult extends Pick<MetricSums, 'metric' | 'measure' | 'role'> {
  variants: MetricVariantResult[];
}

/** The comparison of the control with itself. */
export const noComparison: Comparison = {
  lift: null,
  liftInterval95: null,
  adjustedLiftInterval95: null,
  pValue: null,
  adjustedPValue: null,
  difference: null,
  differenceInterval95: null,
  adjustedDifferenceInterval95: null,
};

/**
 * Returns the `metrics` of results: each metric with the comparisons of its treatments by the experiment's engine. The
 * primary metric is corrected by Holm over its treatments, guardrails by Holm over all guardrails and treatments,
 * secondary metrics by Benjamini and Hochberg over all secondary metrics and treatments.
 * @throws RangeError for metrics without variants, and for sums that no values can have
 */
export function metricResults(metrics: readonly MetricSums[], settings: TestSettings): MetricResult[] {
  const tested = metrics.map((metric) => ({ metric, tests: testTreatments(metric, settings) }));
  const family = (role: MetricRole): MetricTest[] =>
    tested.filter(({ metric }) => metric.role === role).flatMap(({ tests }) => tests);
  const adjusted = new Map<LiftTest, AdjustedComparison>();
  for (const role of ['guardrail', 'secondary'] as const) addAdjusted(adjusted, role, family(role), settings.alpha);
  for (const { metric, tests } of tested)
    if (metric.role === 'primary') addAdjusted(adjusted, 'primary', tests, settings.alpha);
  return tested.map(({ metric: { metric, measure, role, variants }, tests }) => ({
    metric,
    measure,
    role,
    variants: variants.map(({ variantId, ...sums }, index) => ({
      variantId,
      value: momentsFor(measure, sums)?.mean ?? 0,
      ...(index === 0 ? noComparison : (adjusted.get(tests[index - 1] as LiftTest) ?? noComparison)),
    })),
  }));
}

function addAdjusted(
  adjusted: Map<LiftTest, AdjustedComparison>,
  role: MetricRole,
  tests: readonly MetricTest[],
  alpha: number,
): void {
  const correct = role === 'secondary' ? benjaminiHochbergTests : holmTests;
  adjustTests(tests, alpha, correct).forEach((comparison, index) => adjusted.set(tests[index] as LiftTest, comparison));
}

/**
 * Tests each treatment against the first variant.
 * @throws RangeError without variants
 */
export function testTreatments(
  { measure, variants }: Pick<MetricSums, 'measure' | 'variants'>,
  settings: TestSettings,
): MetricTest[] {
  const [control, ...treatments] = variants;
  if (control === undefined) throw new RangeError('A metric has no variants.');
  return treatments.map((treatment) => testMetric(measure, { control, treatment }, settings));
}

/** Returns the comparisons of tests, corrected together. A test that is not possible yet counts with a p of 1. */
export function adjustTests(
  tests: readonly MetricTest[],
  alpha: number,
  correct: (pValues: readonly number[], alpha: number) => AdjustedTest[] = holmTests,
): AdjustedComparison[] {
  const compared = comparisonsOf(tests, alpha, correct);
  const unadjusted = comparisonsOf(
    tests.map((test) => test.unadjusted ?? test),
    alpha,
    correct,
  );
  return tests.map(({ varianceReduction }, index) => ({
    ...(compared[index] as Comparison),
    ...(varianceReduction !== undefined && {
      cuped: { varianceReduction },
      unadjusted: unadjusted[index],
    }),
  }));
}

function comparisonsOf(
  tests: readonly LiftTest[],
  alpha: number,
  correct: (pValues: readonly number[], alpha: number) => AdjustedTest[],
): Comparison[] {
  const adjusted = correct(
    tests.map(({ pValue }) => pValue ?? 1),
    alpha,
  );
  return tests.map(({ lift, difference, pValue, intervalAt, differenceAt }, index) => {
    const { pValue: adjustedPValue, level } = adjusted[index] as AdjustedTest;
    const [liftInterval95, differenceInterval95] = [intervalAt(alpha), differenceAt(alpha)];
    const isSame = level === alpha;
    return {
      lift,
      pValue,
      adjustedPValue: pValue === null ? null : adjustedPValue,
      liftInterval95,
      adjustedLiftInterval95: isSame ? liftInterval95 : intervalAt(level),
      difference: pValue === null ? null : difference,
      differenceInterval95,
      adjustedDifferenceInterval95: isSame ? differenceInterval95 : differenceAt(level),
    };
  });
}
