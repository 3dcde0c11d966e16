import { rateOf, type Interval } from '../statistics/proportion';
import { sumsOfProportion, type ArmSums } from './comparison';
import {
  guardrailResults,
  type GuardedVariant,
  type GuardrailResult,
  type GuardrailVariant,
} from './guardrail-results';
import { metricResults, type AdjustedComparison, type MetricResult, type MetricSums } from './metric-results';
import { homogeneityTest, mainEffects, nameSameFactors, type Homogeneity, type MainEffect } from './omnibus';
import {
  bestToShip,
  confidenceOf,
  recommend,
  type DecidedEstimate,
  type Decision,
  type Recommendation,
} from './recommendation';
import { powerOf, type PowerResult } from './power-results';
import type { ExperimentStatus, StatisticsEngine } from './schemas';
import { sampleRatio, type SampleRatio } from './srm';
import { variantFindings, type VariantBeliefs, beliefsOf, revenueComparisons } from './variant-findings';

/** Counts of a variant. Each visitor counts once; visitors who saw two variants are left out. */
export interface VariantCounts {
  variantId: string;
  name: string;
  exposures: number;
  /** Visitors who converted after their exposure. */
  conversions: number;
  /**
   * Sum of the variant's weights at the time of each exposure of the experiment. The expected size is proportional to
   * it.
   */
  expectedExposures: number;
  /**
   * Share of new visitors, 0 to 1. A variant with weight 0 is shown, but gets no verdict. Without a weight, it
   * continues.
   */
  weight?: number;
  /** For a multivariate experiment: the level of each factor. */
  levels?: Readonly<Record<string, string>>;
  /** Sums over the exposed visitors with comparable amounts, in major units. `pre` is the time before the exposure. */
  revenue?: ArmSums;
}

export interface ExperimentCounts {
  engine: StatisticsEngine;
  status: ExperimentStatus;
  /** Above 0, below 1. */
  alpha: number;
  /** Relative to the control's mean, above 0. */
  mde: number;
  /** Above 0, below 1. */
  targetPower: number;
  /** The control first. */
  variants: readonly VariantCounts[];
  /** The primary metric first. Without a primary metric, it is the rate of the variants' conversions. */
  metrics: readonly MetricSums[];
  /** The previous verdict, if there is one. */
  decision?: Decision | null;
}

/** Rates and probabilities are 0 to 1, losses are differences of means, lifts are relative. */
export interface VariantResult extends AdjustedComparison, VariantBeliefs {
  variantId: string;
  name: string;
  exposures: number;
  conversions: number;
  /** 0 without exposures. */
  rate: number;
  credibleInterval95: Interval;
  /** Present for every variant if revenue was given for all of them. */
  revenue?: AdjustedComparison & { perVisitor: number };
}

export interface ExperimentStatistics {
  variants: VariantResult[];
  /** The primary metric, secondary metrics and guardrails. */
  metrics: MetricResult[];
  guardrails: GuardrailResult[];
  srm: SampleRatio;
  power: PowerResult;
  confidence: number;
  recommendation: Recommendation;
  /** The final verdict: the previous one, or the first one that these counts give. */
  decision: Decision | null;
  /**
   * Whether estimates are biased because weights follow the results: variants that look good get more visitors, and the
   * means of the others are too low on average.
   */
  isEstimateBiased: boolean;
  /** Present if all variants name levels of the same factors. */
  multivariate?: { homogeneity: Homogeneity; mainEffects: MainEffect[] };
}

/**
 * Returns all results for an experiment's counts, by its engine.
 * @throws RangeError without variants, unless the counts are whole numbers, for more conversions than exposures, and
 *   for settings outside their ranges
 */
export function experimentStatistics(counts: ExperimentCounts): ExperimentStatistics {
  const { engine, status, alpha, mde } = counts;
  if (counts.variants.length === 0) throw new RangeError('There are no variants.');
  for (const { exposures, conversions } of counts.variants) rateOf({ n: exposures, conversions });
  const primary = primaryOf(counts);
  const metrics = metricResults([primary, ...counts.metrics.filter(({ role }) => role !== 'primary')], counts);
  const active = activePlaces(counts.variants);
  const beliefs = beliefsOf(primary, counts.variants, active);
  const srm = sampleRatio(
    counts.variants.map(({ exposures }) => exposures),
    counts.variants.map(({ expectedExposures }) => expectedExposures),
  );
  const power = powerOf(primary, counts, active);
  const { progress } = power;
  const kept = counts.decision ?? null;
  const isDecisive = kept === null && progress >= 1 && !srm.mismatch;
  const rails = guardrailsOf(counts, isDecisive, kept);
  const { control, treatments, controlMean } = variantFindings(
    { active, primary, metrics, beliefs, guardrails: rails },
    counts,
  );
  const findings = {
    engine,
    status,
    alpha,
    mde,
    progress,
    mismatch: srm.mismatch,
    controlMean,
    control,
    treatments,
  };
  const { recommendation, isFinal } = recommend(findings);
  const decision =
    kept ??
    (isFinal
      ? { recommendation, ...stateOf(counts, { rails, primary: metrics[0], shipped: bestToShip(findings) }) }
      : null);
  return {
    variants: variantResults(counts, metrics[0] as MetricResult, beliefs),
    metrics,
    guardrails: rails,
    srm,
    power,
    confidence: confidenceOf(findings),
    recommendation: srm.mismatch ? 'check_data' : (decision?.recommendation ?? recommendation),
    decision,
    isEstimateBiased: engine === 'thompson',
    ...multivariateOf(counts.variants),
  };
}

/**
 * Returns the indexes of the variants that a verdict is about: the control, and the treatments that still get visitors.
 * A treatment that was switched off keeps its figures, but nothing waits for it. If no treatment gets visitors, all of
 * them are active.
 */
function activePlaces(variants: readonly VariantCounts[]): number[] {
  const places = variants.map((_, index) => index);
  const live = places.filter((index) => index === 0 || variants[index]?.weight !== 0);
  return live.length > 1 ? live : places;
}

/**
 * Returns the primary metric, by default the rate of conversions.
 * @throws RangeError for a metric with another number of variants
 */
function primaryOf({ metrics, variants }: ExperimentCounts): MetricSums {
  for (const { metric, variants: counted } of metrics) {
    if (counted.length !== variants.length) {
      throw new RangeError(`"${metric ?? ''}" counts ${counted.length} of ${variants.length} variants.`);
    }
  }
  const given = metrics.find(({ role }) => role === 'primary');
  const counted = variants.map(({ variantId, exposures, conversions }) => ({
    variantId,
    ...sumsOfProportion({ n: exposures, conversions }),
  }));
  return given ?? { metric: null, measure: 'conversion', role: 'primary', direction: 'up', variants: counted };
}

function guardrailsOf(counts: ExperimentCounts, isDecisive: boolean, kept: Decision | null): GuardrailResult[] {
  const { engine, alpha, metrics } = counts;
  const rails = guardrailResults(
    metrics.filter(({ role }) => role === 'guardrail'),
    { engine, alpha, isDecisive },
  );
  if (kept === null || engine !== 'frequentist') return rails;
  // Guardrails are judged only once: later figures change, but the findings do not.
  return rails.map(({ variants, ...rail }) => ({
    ...rail,
    variants: variants.map((variant) => {
      const isAmong = (found: readonly GuardedVariant[] = []): boolean =>
        found.some(({ metric, variantId }) => metric === rail.metric && variantId === variant.variantId);
      const harmed = isAmong(kept.harmed);
      const hasMargin = variant.nonInferior !== undefined && variant.nonInferior !== null;
      return hasMargin ? { ...variant, harmed, nonInferior: isAmong(kept.nonInferior) } : { ...variant, harmed };
    }),
  }));
}

/**
 * Returns the state to store with a decision.
 * @param found.shipped the id of a treatment
 */
function stateOf(
  { variants }: ExperimentCounts,
  found: { rails: readonly GuardrailResult[]; primary: MetricResult | undefined; shipped: string | null },
): Omit<Decision, 'recommendation'> {
  const those = (holds: (variant: GuardrailVariant) => boolean): GuardedVariant[] =>
    found.rails.flatMap(({ metric, variants }) =>
      variants.filter(holds).map(({ variantId }) => ({ metric, variantId })),
    );
  const counts = variants.map(({ variantId, exposures, conversions }) => ({ variantId, exposures, conversions }));
  return {
    counts,
    harmed: those(({ harmed }) => harmed),
    nonInferior: those(({ nonInferior }) => nonInferior === true),
    shipped: found.shipped,
    estimates: found.primary === undefined ? [] : estimatesOf(found.primary),
  };
}

/** Returns the figures of a metric that a verdict is explained with. */
export const estimatesOf = ({ variants }: MetricResult): DecidedEstimate[] =>
  variants.map(({ variantId, value, lift, liftInterval95 }) => ({ variantId, value, lift, liftInterval95 }));

function variantResults(
  counts: ExperimentCounts,
  primary: MetricResult,
  beliefs: readonly VariantBeliefs[],
): VariantResult[] {
  const revenue = revenueComparisons(counts.variants, counts);
  return counts.variants.map(({ variantId, name, exposures, conversions }, index) => {
    const { value: _, ...comparison } = primary.variants[index] as MetricResult['variants'][0];
    return {
      ...comparison,
      variantId,
      name,
      exposures,
      conversions,
      rate: rateOf({ n: exposures, conversions }),
      ...(beliefs[index] as VariantBeliefs),
      ...(revenue && { revenue: revenue[index] }),
    };
  });
}

function multivariateOf(variants: readonly VariantCounts[]): Pick<ExperimentStatistics, 'multivariate'> {
  const arms = variants.map(({ exposures, conversions, levels = {} }) => ({ n: exposures, conversions, levels }));
  if (!nameSameFactors(arms) || Object.keys(arms[0]?.levels ?? {}).length === 0) return {};
  return { multivariate: { homogeneity: homogeneityTest(arms), mainEffects: mainEffects(arms) } };
}
