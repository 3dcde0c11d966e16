import { momentsOf, type Sums } from '../statistics/moments';
import { rateOf, type Interval, type Proportion } from '../statistics/proportion';
import { compareArms, credibleInterval, type ArmOutcomes } from './bayesian';
import { compareMeans, compareRates, type ArmSums, type Comparison } from './comparison';
import { harmTest, type Guardrail } from './guardrails';
import { holm } from './multiple-comparisons';
import { homogeneityTest, mainEffects, nameSameFactors, type Homogeneity, type MainEffect } from './omnibus';
import { requiredPerVariant } from './power';
import { confidenceOf, recommend, type Recommendation } from './recommendation';
import type { ExperimentStatus, StatisticsEngine } from './schemas';
import { sampleRatio, type SampleRatio } from './srm';

/** What was counted of a variant. Visitors count once; those seen in two variants are left out. */
export interface VariantCounts {
  variantId: string;
  name: string;
  exposures: number;
  /** Visitors who converted after their exposure. */
  conversions: number;
  /** Sum of the weights in force at each exposure of the experiment: what its size is expected to be in proportion to. */
  expectedExposures: number;
  /** Of a multivariate experiment: the level of each factor. */
  levels?: Readonly<Record<string, string>>;
  /** Sums over all exposed visitors, in major units; `pre` of the time before the exposure. */
  revenue?: Omit<ArmSums, 'n'>;
}

export interface GuardrailCounts extends Guardrail {
  /** Visitors of each variant who did it after their exposure, in the order of the variants. */
  conversions: readonly number[];
}

export interface ExperimentCounts {
  engine: StatisticsEngine;
  status: ExperimentStatus;
  /** Above 0, below 1. */
  alpha: number;
  /** Relative to the control's rate, above 0. */
  mde: number;
  /** Above 0, below 1. */
  targetPower: number;
  /** The control first. */
  variants: readonly VariantCounts[];
  guardrails: readonly GuardrailCounts[];
}

/** Rates and probabilities are 0 to 1, losses differences of rates, lifts relative. */
export interface VariantResult extends Comparison {
  variantId: string;
  name: string;
  exposures: number;
  conversions: number;
  /** 0 without exposures. */
  rate: number;
  credibleInterval95: Interval;
  /** By Holm over the treatments. Null where p is, and for the control. */
  adjustedPValue: number | null;
  probabilityBest: number;
  expectedLoss: number;
  /** There, of every variant, when revenue was given. */
  revenue?: Comparison & { perVisitor: number; adjustedPValue: number | null };
}

export interface GuardrailResult {
  metric: string;
  /** Of the control p is null, and it is never harmed. */
  variants: { variantId: string; rate: number; pValue: number | null; harmed: boolean }[];
}

export interface ExperimentStatistics {
  variants: VariantResult[];
  guardrails: GuardrailResult[];
  srm: SampleRatio;
  power: {
    /** The control's rate. */
    baselineRate: number;
    mde: number;
    targetPower: number;
    /** Null while the control has no conversions. */
    requiredPerVariant: number | null;
    /** Exposures of the smallest variant over those required, 0 to 1. */
    progress: number;
  };
  confidence: number;
  recommendation: Recommendation;
  /** There when all variants name levels of the same factors. */
  multivariate?: { homogeneity: Homogeneity; mainEffects: MainEffect[] };
}

/**
 * Everything that results say of what was counted, by the experiment's engine. Source: contract, sections 5 and 10.
 * @throws RangeError without variants, for counts that are not whole numbers, for more conversions than exposures, and for settings
 *   outside what they may be
 */
export function experimentStatistics(counts: ExperimentCounts): ExperimentStatistics {
  const { engine, status, alpha, mde, targetPower } = counts;
  const variants = variantResults(counts);
  const [control, ...treatments] = variants;
  if (control === undefined) throw new RangeError('There are no variants.');
  const guardrails = counts.guardrails.map((guardrail) => guardrailResult(guardrail, counts));
  const srm = sampleRatio(
    counts.variants.map(({ exposures }) => exposures),
    counts.variants.map(({ expectedExposures }) => expectedExposures),
  );
  const required = requiredPerVariant(control.rate, mde, { alpha, targetPower });
  const smallest = Math.min(...variants.map(({ exposures }) => exposures));
  const progress = required === null ? 0 : Math.min(1, smallest / required);
  const harmed = harmedBy(guardrails);
  const findings = {
    ...{ engine, status, alpha, mde, progress, mismatch: srm.mismatch },
    control: { ...control, harmed: false },
    treatments: treatments.map((treatment) => ({ ...treatment, harmed: harmed.has(treatment.variantId) })),
  };
  return {
    ...{ variants, guardrails, srm },
    power: { baselineRate: control.rate, mde, targetPower, requiredPerVariant: required, progress },
    confidence: confidenceOf(findings),
    recommendation: recommend(findings),
    ...multivariateOf(counts.variants),
  };
}

function variantResults({ variants, engine, alpha }: ExperimentCounts): VariantResult[] {
  const proportions = variants.map(proportionOf);
  const outcomes = proportions.map(outcomesOf);
  const belief = compareArms(outcomes);
  const comparisons = againstControl(proportions, (control, treatment) =>
    compareRates(control, treatment, { engine, alpha }),
  );
  const revenue = revenueOf(variants, { engine, alpha });
  return variants.map(({ variantId, name, exposures, conversions }, index) => ({
    ...{ variantId, name, exposures, conversions, rate: rateOf({ n: exposures, conversions }) },
    credibleInterval95: credibleInterval(outcomes[index] as ArmOutcomes, 0.05),
    ...(comparisons[index] as AdjustedComparison),
    probabilityBest: belief.probabilityBest[index] ?? NaN,
    expectedLoss: belief.expectedLoss[index] ?? NaN,
    ...(revenue && { revenue: revenue[index] }),
  }));
}

const proportionOf = ({ exposures, conversions }: VariantCounts): Proportion => ({ n: exposures, conversions });

function outcomesOf(proportion: Proportion): ArmOutcomes {
  rateOf(proportion); // refuses more conversions than exposures by name
  return { successes: proportion.conversions, failures: proportion.n - proportion.conversions };
}

type AdjustedComparison = Comparison & { adjustedPValue: number | null };

/** Each arm against the first, with p adjusted over all treatments: one that cannot be tested yet counts with a p of 1. */
function againstControl<Arm>(
  arms: readonly Arm[],
  compare: (control: Arm, treatment: Arm) => Comparison,
): AdjustedComparison[] {
  const [control, ...treatments] = arms;
  if (control === undefined) return [];
  const compared = treatments.map((treatment) => compare(control, treatment));
  const adjusted = holm(compared.map(({ pValue }) => pValue ?? 1));
  return [
    { lift: null, liftInterval95: null, pValue: null, adjustedPValue: null },
    ...compared.map((comparison, index) => ({
      ...comparison,
      adjustedPValue: comparison.pValue === null ? null : (adjusted[index] ?? 1),
    })),
  ];
}

function revenueOf(
  variants: readonly VariantCounts[],
  settings: { engine: StatisticsEngine; alpha: number },
): VariantResult['revenue'][] | null {
  const arms = variants.flatMap(({ exposures, revenue }) => {
    if (revenue === undefined) return [];
    const sums: Sums = { n: exposures, ...revenue.post };
    return [{ sums: { n: exposures, ...revenue } satisfies ArmSums, moments: momentsOf(sums) }];
  });
  if (arms.length < variants.length) return null;
  const compared = againstControl(arms, (control, treatment) =>
    compareMeans(
      { control: control.sums, treatment: treatment.sums, moments: [control.moments, treatment.moments] },
      settings,
    ),
  );
  return compared.map((comparison, index) => ({ perVisitor: arms[index]?.moments.mean ?? 0, ...comparison }));
}

function guardrailResult(guardrail: GuardrailCounts, { variants, alpha }: ExperimentCounts): GuardrailResult {
  const { metric, lowerIsBetter } = guardrail;
  if (guardrail.conversions.length !== variants.length) {
    throw new RangeError(`"${metric}" counts ${guardrail.conversions.length} of ${variants.length} variants.`);
  }
  const arms = variants.map(({ exposures }, index) => ({
    n: exposures,
    conversions: guardrail.conversions[index] ?? 0,
  }));
  const control = arms[0] as Proportion;
  const tested = variants.map(({ variantId }, index) => {
    const arm = arms[index] as Proportion;
    const test = index === 0 || arm.n * control.n === 0 ? null : harmTest(control, arm, { lowerIsBetter, alpha });
    return { variantId, rate: rateOf(arm), pValue: test?.pValue ?? null, harmed: test?.harmed ?? false };
  });
  return { metric, variants: tested };
}

const harmedBy = (guardrails: readonly GuardrailResult[]): Set<string> =>
  new Set(
    guardrails.flatMap(({ variants }) => variants.filter(({ harmed }) => harmed).map(({ variantId }) => variantId)),
  );

function multivariateOf(variants: readonly VariantCounts[]): Pick<ExperimentStatistics, 'multivariate'> {
  const arms = variants.map((variant) => ({ ...proportionOf(variant), levels: variant.levels ?? {} }));
  if (!nameSameFactors(arms) || Object.keys(arms[0]?.levels ?? {}).length === 0) return {};
  return { multivariate: { homogeneity: homogeneityTest(arms), mainEffects: mainEffects(arms) } };
}
