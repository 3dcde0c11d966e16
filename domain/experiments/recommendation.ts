import type { GuardedVariant } from './guardrail-results';
import type { ExperimentStatus, StatisticsEngine } from './schemas';

export type Recommendation = 'collecting' | 'ship' | 'stop_no_effect' | 'roll_back' | 'inconclusive' | 'check_data';

/** A verdict. It is final: later data does not change it. */
export interface Decision {
  recommendation: Recommendation;
  /** The counts at the time of the decision. */
  counts: { variantId: string; exposures: number; conversions: number }[];
  /** Guardrails that were harmed at the time of the decision. */
  harmed: GuardedVariant[];
  /** Guardrails with a proved margin at the time of the decision. Missing in older decisions. */
  nonInferior?: GuardedVariant[];
  /** The best treatment to ship; null for other verdicts. Missing in older decisions. */
  shipped?: string | null;
  /** The primary metric at the time of the decision, compared with the control. Missing in older decisions. */
  estimates?: DecidedEstimate[];
}

export interface DecidedEstimate {
  variantId: string;
  /** The rate, the mean or the ratio. */
  value: number;
  /** Null for the control. */
  lift: number | null;
  liftInterval95: readonly [number, number] | null;
}

/** A decision, and the time it was made (ISO 8601). */
export interface RecordedDecision extends Decision {
  at: string;
}

/** Findings about a variant by the primary metric. */
export interface VariantFindings {
  variantId: string;
  /**
   * The tested difference from the control, in the metric's unit, above 0 if the variant is better. 0 for the control.
   */
  advantage: number;
  liftInterval95: readonly [low: number, high: number] | null;
  /** As shown; null for the control, and while an arm is empty. */
  adjustedPValue: number | null;
  /** For the verdict, by Holm over treatments: as shown, or with the correction of domain/experiments/caution.ts. */
  verdictPValue: number;
  probabilityBest: number;
  /** As a difference of means. */
  expectedLoss: number;
  /** Whether any guardrail is harmed. */
  harmed: boolean;
  /** Whether the margins of all guardrails are proved. */
  nonInferior: boolean;
}

export interface Findings {
  engine: StatisticsEngine;
  status: ExperimentStatus;
  alpha: number;
  /** Relative to the control's mean. */
  mde: number;
  /** Mean of the primary metric. */
  controlMean: number;
  control: VariantFindings;
  /** Treatments that continue. A variant with weight 0 is no longer judged. */
  treatments: readonly VariantFindings[];
  /** Size of the smallest arm as a share of the planned size, 0 to 1. */
  progress: number;
  mismatch: boolean;
}

/** Minimum probability for a variant to count as the best, for the Bayesian engines. */
const sure = 0.95;
/** Maximum expected loss of a decision, as a share of the control's mean. */
const tolerableLoss = 0.01;

/**
 * Returns the recommendation for an experiment that is not decided yet, and whether it is final. The first rule that applies:
 *
 * 1. `check_data`: the sizes of the arms do not match their weights.
 * 2. `ship`: a treatment is better, harms no guardrail, and has every margin proved. The frequentist engine decides
 *    this only at the planned size, the others as soon as they are certain. If all better treatments harm a guardrail,
 *    it is `inconclusive`, because a person must weigh gain and harm. If a margin is not proved, the frequentist engine
 *    returns `inconclusive` too, and the others continue until it is.
 * 3. `roll_back`: the best treatment is worse than the control.
 * 4. `collecting`: below the planned size; `inconclusive` once the experiment is completed.
 * 5. `stop_no_effect`: every treatment's lift is inside ±mde, or certainly worse.
 * 6. `inconclusive`.
 *
 * With the frequentist engine, every recommendation at the planned size except `check_data` is final. With the others,
 * only 2 and 3 are.
 */
export function recommend(findings: Findings): { recommendation: Recommendation; isFinal: boolean } {
  const { engine, status, treatments, progress } = findings;
  if (findings.mismatch) return { recommendation: 'check_data', isFinal: false };
  const isPlanned = progress >= 1;
  const decided = isPlanned || engine !== 'frequentist' ? decisiveOf(findings, isPlanned) : null;
  if (decided !== null) return { recommendation: decided, isFinal: true };
  if (!isPlanned || treatments.length === 0) {
    return { recommendation: status === 'completed' ? 'inconclusive' : 'collecting', isFinal: false };
  }
  const hasNone = treatments.every((treatment) => hasNoEffect(findings, treatment));
  return { recommendation: hasNone ? 'stop_no_effect' : 'inconclusive', isFinal: engine === 'frequentist' };
}

function decisiveOf(findings: Findings, isPlanned: boolean): Recommendation | null {
  const better = findings.treatments.filter((treatment) => isBetter(findings, treatment));
  if (better.length === 0) return isLost(findings) ? 'roll_back' : null;
  if (better.every(({ harmed }) => harmed)) return 'inconclusive';
  if (better.some(isHarmless)) return 'ship';
  return findings.engine === 'frequentist' && isPlanned ? 'inconclusive' : null;
}

/** Returns the id of the best treatment that may be shipped; null if no treatment qualifies. */
export function bestToShip(findings: Findings): string | null {
  const best = bestOf(
    findings.treatments.filter((treatment) => isBetter(findings, treatment) && isHarmless(treatment)),
  );
  return best && best.variantId;
}

const isHarmless = ({ harmed, nonInferior }: VariantFindings): boolean => !harmed && nonInferior;

/**
 * Returns the confidence, 0 to 1, that the treatment with the best value is better than the control: 1 - its adjusted p
 * (frequentist, sequential), or its probability of being the best variant (bayesian, thompson). 0 if no treatment is
 * better.
 */
export function confidenceOf({ engine, treatments }: Pick<Findings, 'engine' | 'treatments'>): number {
  const best = bestOf(treatments);
  if (best === null || best.advantage <= 0) return 0;
  return isBayesian(engine) ? best.probabilityBest : 1 - (best.adjustedPValue ?? 1);
}

/** Returns whether an engine also decides by probabilities. */
const isBayesian = (engine: StatisticsEngine): boolean => engine === 'bayesian' || engine === 'thompson';

function bestOf(variants: readonly VariantFindings[]): VariantFindings | null {
  let best: VariantFindings | null = null;
  for (const variant of variants) if (best === null || variant.advantage > best.advantage) best = variant;
  return best;
}

function isBetter({ engine, alpha, controlMean }: Findings, treatment: VariantFindings): boolean {
  if (treatment.verdictPValue >= alpha || treatment.advantage <= 0) return false;
  return !isBayesian(engine) || isSurelyBest(treatment, controlMean);
}

function isLost({ engine, control, treatments, alpha, controlMean }: Findings): boolean {
  const best = bestOf(treatments);
  if (best === null || !isSurelyWorse(best, alpha)) return false;
  return !isBayesian(engine) || isSurelyBest(control, controlMean);
}

const isSurelyBest = ({ probabilityBest, expectedLoss }: VariantFindings, controlMean: number): boolean =>
  probabilityBest >= sure && expectedLoss < tolerableLoss * Math.abs(controlMean);

const isSurelyWorse = ({ advantage, verdictPValue }: VariantFindings, alpha: number): boolean =>
  verdictPValue < alpha && advantage < 0;

function hasNoEffect({ alpha, mde }: Findings, treatment: VariantFindings): boolean {
  if (isSurelyWorse(treatment, alpha)) return true;
  const [low, high] = treatment.liftInterval95 ?? [-Infinity, Infinity];
  return low > -mde && high < mde;
}
