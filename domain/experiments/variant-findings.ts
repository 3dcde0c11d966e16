import type { Interval } from '../statistics/proportion';
import { compareArms, compareMeanBeliefs, credibleInterval, type ArmComparison, type ArmOutcomes } from './bayesian';
import { cautionOf, hasBanditValues } from './caution';
import { momentsFor, type ArmSums, type MetricTest, type TestSettings } from './comparison';
import type { GuardrailResult } from './guardrail-results';
import {
  adjustTests,
  noComparison,
  testTreatments,
  type AdjustedComparison,
  type MetricResult,
  type MetricSums,
} from './metric-results';
import { holm } from './multiple-comparisons';
import type { VariantFindings } from './recommendation';
import { sequenceBoundary } from './sequential';

/** Beliefs about a variant under flat priors. */
export interface VariantBeliefs {
  /** Interval of the conversion rate. */
  credibleInterval95: Interval;
  /** By the primary metric, in its direction. */
  probabilityBest: number;
  /** In the unit of the primary metric. */
  expectedLoss: number;
}

interface Counted {
  variantId: string;
  exposures: number;
  conversions: number;
  revenue?: ArmSums;
}

/**
 * Returns the beliefs about all variants: from beta posteriors for a rate, from normal ones for a mean.
 * @param active indexes of the variants of which one can be the best
 */
export function beliefsOf(
  primary: MetricSums,
  variants: readonly Counted[],
  active: readonly number[],
): VariantBeliefs[] {
  const outcomes = variants.map(({ exposures, conversions }): ArmOutcomes => ({
    successes: conversions,
    failures: exposures - conversions,
  }));
  const { probabilityBest, expectedLoss } = compareAmong(primary, active);
  return outcomes.map((arm, index) => ({
    credibleInterval95: credibleInterval(arm, 0.05),
    probabilityBest: probabilityBest[index] ?? NaN,
    expectedLoss: expectedLoss[index] ?? NaN,
  }));
}

/**
 * Compares the active variants. An inactive variant has probability 0 of being the best, and the loss that it would
 * have next to the active ones.
 */
function compareAmong(primary: MetricSums, active: readonly number[]): ArmComparison {
  const compare = (places: readonly number[]): ArmComparison =>
    compareBeliefs({
      ...primary,
      variants: places.map((place) => primary.variants[place] as MetricSums['variants'][0]),
    });
  const among = compare(active);
  const placeOf = (index: number): number => active.indexOf(index);
  return {
    probabilityBest: primary.variants.map((_, index) => among.probabilityBest[placeOf(index)] ?? 0),
    expectedLoss: primary.variants.map(
      (_, index) => among.expectedLoss[placeOf(index)] ?? (compare([...active, index]).expectedLoss.at(-1) as number),
    ),
  };
}

/** Compares the variants of a metric with each other, in its direction. */
export function compareBeliefs({ measure, direction, variants }: MetricSums): ArmComparison {
  const isDown = direction === 'down';
  if (measure === 'conversion') {
    // The lowest rate has the highest rate of subjects who do not convert.
    return compareArms(
      variants.map(({ n, post: { sum } }) => (isDown ? outcomes(n - sum, sum) : outcomes(sum, n - sum))),
    );
  }
  return compareMeanBeliefs(
    variants.map((sums) => {
      const moments = momentsFor(measure, sums);
      const deviation = moments === null || moments.n < 2 ? 0 : Math.sqrt(moments.variance / moments.n);
      return { mean: (isDown ? -1 : 1) * (moments?.mean ?? 0), deviation };
    }),
  );
}

const outcomes = (successes: number, failures: number): ArmOutcomes => ({ successes, failures });

/**
 * Returns the findings that a verdict is based on, for the control and each active treatment. Inactive treatments still
 * count in the correction, because they were tested.
 * @param found.active indexes of the variants that continue
 */
export function variantFindings(
  found: {
    active: readonly number[];
    primary: MetricSums;
    metrics: readonly MetricResult[];
    beliefs: readonly VariantBeliefs[];
    guardrails: readonly GuardrailResult[];
  },
  settings: TestSettings,
): { control: VariantFindings; treatments: VariantFindings[]; controlMean: number } {
  const { primary, beliefs, guardrails } = found;
  const tests = testTreatments(primary, settings);
  const verdicts = holm(tests.map((test, index) => verdictP(primary, { test, arm: index + 1 }, settings)));
  const sign = primary.direction === 'down' ? -1 : 1;
  const [control, ...all] = (found.metrics[0] as MetricResult).variants.map(
    ({ variantId, liftInterval95, adjustedPValue }, index): VariantFindings => ({
      variantId,
      liftInterval95,
      adjustedPValue,
      advantage: index === 0 ? 0 : sign * (tests[index - 1] as MetricTest).difference,
      verdictPValue: index === 0 ? 1 : (verdicts[index - 1] as number),
      probabilityBest: beliefs[index]?.probabilityBest ?? NaN,
      expectedLoss: beliefs[index]?.expectedLoss ?? NaN,
      ...guardrailFindings(guardrails, variantId),
    }),
  );
  const controlMean = (found.metrics[0] as MetricResult).variants[0]?.value ?? 0;
  const treatments = all.filter((_, index) => found.active.includes(index + 1));
  return { control: control as VariantFindings, treatments, controlMean };
}

function guardrailFindings(
  guardrails: readonly GuardrailResult[],
  id: string,
): Pick<VariantFindings, 'harmed' | 'nonInferior'> {
  const found = guardrails.flatMap(({ variants }) => variants.filter(({ variantId }) => variantId === id));
  return {
    harmed: found.some(({ harmed }) => harmed),
    nonInferior: found.every(({ nonInferior }) => nonInferior !== false),
  };
}

/** Returns the p for the verdict: the test's p, corrected for few values if results are checked continuously. */
function verdictP(
  { measure, variants }: MetricSums,
  { test, arm }: { test: MetricTest; arm: number },
  { engine, alpha }: TestSettings,
): number {
  const { pValue, standardised } = test;
  if (pValue === null) return 1;
  if (engine === 'frequentist') return pValue;
  const [control, treatment] = [variants[0] as ArmSums, variants[arm] as ArmSums];
  if (engine === 'thompson') return hasBanditValues(measure, control, treatment) ? pValue : 1;
  const caution = cautionOf(measure, control, treatment);
  if (standardised === null || caution === Infinity) return 1;
  return sequenceBoundary({ n: control.n + treatment.n, alpha }).pValue(standardised / caution);
}

/** Returns comparisons of revenue per visitor, if all variants have revenue sums; otherwise null. */
export function revenueComparisons(
  variants: readonly Counted[],
  settings: TestSettings,
): (AdjustedComparison & { perVisitor: number })[] | null {
  const arms = variants.flatMap(({ variantId, revenue }) => (revenue === undefined ? [] : [{ variantId, ...revenue }]));
  if (arms.length < variants.length) return null;
  const compared = adjustTests(testTreatments({ measure: 'revenue', variants: arms }, settings), settings.alpha);
  return arms.map((arm, index) => ({
    perVisitor: momentsFor('revenue', arm)?.mean ?? 0,
    ...(index === 0 ? noComparison : (compared[index - 1] as AdjustedComparison)),
  }));
}
