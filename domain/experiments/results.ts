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
import { bestToShip, confidenceOf, recommend, type Decision, type Recommendation } from './recommendation';
import { powerOf, type PowerResult } from './power-results';
import type { ExperimentStatus, StatisticsEngine } from './schemas';
import { sampleRatio, type SampleRatio } from './srm';
import { variantFindings, type VariantBeliefs, beliefsOf, revenueComparisons } from './variant-findings';

/** What was counted of a variant. Visitors count once; those seen in two variants are left out. */
export interface VariantCounts {
  variantId: string;
  name: string;
  exposures: number;
  /** Visitors who converted after their exposure. */
  conversions: number;
  /** Sum of the weights in force at each exposure of the experiment: what its size is expected to be in proportion to. */
  expectedExposures: number;
  /** Share of new visitors, 0 to 1. One of 0 is shown, and no verdict is about it; not given, it goes on. */
  weight?: number;
  /** Of a multivariate experiment: the level of each factor. */
  levels?: Readonly<Record<string, string>>;
  /** Sums over the exposed visitors whose amounts are comparable, in major units; `pre` of the time before the exposure. */
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
  /** The primary metric first; where none is primary it is the rate of the variants' conversions. */
  metrics: readonly MetricSums[];
  /** The verdict that was reached before. */
  decision?: Decision | null;
}

/** Rates and probabilities are 0 to 1, losses differences of means, lifts relative. */
export interface VariantResult extends AdjustedComparison, VariantBeliefs {
  variantId: string;
  name: string;
  exposures: number;
  conversions: number;
  /** 0 without exposures. */
  rate: number;
  credibleInterval95: Interval;
  /** There, of every variant, when revenue was given. */
  revenue?: AdjustedComparison & { perVisitor: number };
}

export interface ExperimentStatistics {
  variants: VariantResult[];
  /** The primary metric, secondary ones and guardrails. */
  metrics: MetricResult[];
  guardrails: GuardrailResult[];
  srm: SampleRatio;
  power: PowerResult;
  confidence: number;
  recommendation: Recommendation;
  /** The verdict that holds from now on: that of before, or the one that these counts are the first to give. */
  decision: Decision | null;
  /** Weights follow the results: arms that look good are seen more, and the means of the others are too low on average. */
  isEstimateBiased: boolean;
  /** There when all variants name levels of the same factors. */
  multivariate?: { homogeneity: Homogeneity; mainEffects: MainEffect[] };
}

/**
 * Everything that results say of what was counted, by the experiment's engine. Source: contract, sections 5 and 10.
 * @throws RangeError without variants, for counts that are not whole numbers, for more conversions than exposures, and for settings
 *   outside what they may be
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
  const decision = kept ?? (isFinal ? { recommendation, ...stateOf(counts, rails, bestToShip(findings)) } : null);
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
 * The places of the variants that a verdict is about: the control, and the treatments that still get visitors. One that was switched off
 * keeps its figures, which nothing waits for. Where none gets visitors all are active: there is nothing else to say.
 */
function activePlaces(variants: readonly VariantCounts[]): number[] {
  const places = variants.map((_, index) => index);
  const live = places.filter((index) => index === 0 || variants[index]?.weight !== 0);
  return live.length > 1 ? live : places;
}

/** @throws RangeError for a metric that has other variants */
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
  // Judged once: later figures move, what was found then stands.
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

/** What a decision keeps of the moment. @param shipped the id of a treatment */
function stateOf(
  { variants }: ExperimentCounts,
  guardrails: readonly GuardrailResult[],
  shipped: string | null,
): Omit<Decision, 'recommendation'> {
  const those = (holds: (variant: GuardrailVariant) => boolean): GuardedVariant[] =>
    guardrails.flatMap(({ metric, variants }) =>
      variants.filter(holds).map(({ variantId }) => ({ metric, variantId })),
    );
  const counts = variants.map(({ variantId, exposures, conversions }) => ({ variantId, exposures, conversions }));
  return {
    counts,
    harmed: those(({ harmed }) => harmed),
    nonInferior: those(({ nonInferior }) => nonInferior === true),
    shipped,
  };
}

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
