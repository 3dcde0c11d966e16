import type { Interval } from '../statistics/proportion';
import { momentsFor, testMetric, type ArmSums, type LiftTest, type MetricTest, type TestSettings } from './comparison';
import type { MetricMeasure } from './metrics/schemas';
import { benjaminiHochbergTests, holmTests, type AdjustedTest } from './multiple-comparisons';

/** What a metric is for: the verdict is about the primary one, guardrails must not be harmed, secondary ones are explored. */
export type MetricRole = 'primary' | 'secondary' | 'guardrail';

/** A metric, and its sums over the visitors of each variant. */
export interface MetricSums {
  /** A conversion's id or an event's name; null for the default, the primary conversion. */
  metric: string | null;
  measure: MetricMeasure;
  role: MetricRole;
  /** Whether more is better. */
  direction: 'up' | 'down';
  /** Of a guardrail: the relative loss below which a treatment counts as no worse, above 0. It must be proved before anything ships. */
  margin?: number | null;
  /** In the order of the experiment's variants, the control first. */
  variants: readonly (ArmSums & { variantId: string })[];
}

/** A treatment against the control. All null for the control itself. */
export interface Comparison {
  /** Relative: 0.1 is a tenth more than the control. Null where the control has nothing. */
  lift: number | null;
  /** Of the lift, at the confidence 1 - alpha: excludes 0 exactly when `pValue` is below alpha. Null where an end is not finite. */
  liftInterval95: Interval | null;
  /** The same at the level at which the correction tests this treatment: excludes 0 exactly when `adjustedPValue` is below alpha. */
  adjustedLiftInterval95: Interval | null;
  /** Two-sided, 0 to 1; 1 where nothing varies. Null while an arm has no visitors. */
  pValue: number | null;
  adjustedPValue: number | null;
}

export interface AdjustedComparison extends Comparison {
  /** There where the past of visitors was taken into account (CUPED). */
  cuped?: { varianceReduction: number };
  /** Without the past; there where `cuped` is. */
  unadjusted?: Comparison;
}

export interface MetricVariantResult extends AdjustedComparison {
  variantId: string;
  /** For each visitor: the rate, the mean, or the ratio. 0 without visitors. */
  value: number;
}

export interface MetricResult extends Pick<MetricSums, 'metric' | 'measure' | 'role'> {
  variants: MetricVariantResult[];
}

const nothing: Comparison = {
  lift: null,
  liftInterval95: null,
  adjustedLiftInterval95: null,
  pValue: null,
  adjustedPValue: null,
};

/**
 * The `metrics` of results: each with the comparisons of its treatments by the experiment's engine. Corrected are the primary metric by
 * Holm over its treatments, guardrails by Holm over all guardrails and treatments, secondary metrics by Benjamini and Hochberg over all of
 * them and treatments. Source: contract, section 5.
 * @throws RangeError for metrics whose variants are not alike, and for sums that no values have
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
      ...(index === 0 ? nothing : (adjusted.get(tests[index - 1] as LiftTest) ?? nothing)),
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

/** Each treatment against the first variant. @throws RangeError without variants */
export function testTreatments(
  { measure, variants }: Pick<MetricSums, 'measure' | 'variants'>,
  settings: TestSettings,
): MetricTest[] {
  const [control, ...treatments] = variants;
  if (control === undefined) throw new RangeError('A metric has no variants.');
  return treatments.map((treatment) => testMetric(measure, { control, treatment }, settings));
}

/** Comparisons of tests, corrected together: one that cannot be tested yet counts with a p of 1. */
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
  return tests.map(({ lift, pValue, intervalAt }, index) => {
    const { pValue: adjustedPValue, level } = adjusted[index] as AdjustedTest;
    const liftInterval95 = intervalAt(alpha);
    return {
      lift,
      pValue,
      adjustedPValue: pValue === null ? null : adjustedPValue,
      liftInterval95,
      adjustedLiftInterval95: level === alpha ? liftInterval95 : intervalAt(level),
    };
  });
}
