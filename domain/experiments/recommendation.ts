import type { GuardedVariant } from './guardrail-results';
import type { ExperimentStatus, StatisticsEngine } from './schemas';

export type Recommendation = 'collecting' | 'ship' | 'stop_no_effect' | 'roll_back' | 'inconclusive' | 'check_data';

/** A verdict that was reached, and stands whatever comes later. */
export interface Decision {
  recommendation: Recommendation;
  /** What it was reached by. */
  counts: { variantId: string; exposures: number; conversions: number }[];
  /** Guardrails that were harmed then. */
  harmed: GuardedVariant[];
  /** Guardrails whose margin was proved then. Decisions from before this was kept lack it. */
  nonInferior?: GuardedVariant[];
  /** The treatment that is best of those to ship; null for another verdict. Decisions from before this was kept lack it. */
  shipped?: string | null;
}

/** A decision, and when it was reached (ISO 8601). */
export interface KeptDecision extends Decision {
  at: string;
}

/** What is known of a variant by the primary metric. */
export interface VariantFindings {
  variantId: string;
  /** The difference from the control that is tested, in the metric's unit, above 0 where the variant is better. Of the control 0. */
  advantage: number;
  liftInterval95: readonly [low: number, high: number] | null;
  /** As it is shown; null for the control and while an arm is empty. */
  adjustedPValue: number | null;
  /** For the verdict, by Holm over treatments: as it is shown, or with the caution of domain/experiments/caution.ts. */
  verdictPValue: number;
  probabilityBest: number;
  /** As a difference of means. */
  expectedLoss: number;
  /** By a guardrail. */
  harmed: boolean;
  /** By every guardrail with a margin. */
  nonInferior: boolean;
}

export interface Findings {
  engine: StatisticsEngine;
  status: ExperimentStatus;
  alpha: number;
  /** Relative to the control's mean. */
  mde: number;
  /** Of the primary metric. */
  controlMean: number;
  control: VariantFindings;
  /** Those that go on: a variant whose weight is 0 is judged no more. */
  treatments: readonly VariantFindings[];
  /** Share of the planned size that the smallest arm has, 0 to 1. */
  progress: number;
  mismatch: boolean;
}

/** From this probability on a variant counts as the best, for the Bayesian engines (contract, section 5). */
const sure = 0.95;
/** Share of the control's mean that a decision may be expected to lose, at most. */
const tolerableLoss = 0.01;

/**
 * What to do with an experiment that is not decided yet, and whether that decides it (contract, sections 5 and 10). The first that holds:
 *
 * 1. `check_data`: the arms are not as large as their weights make them.
 * 2. `ship`: a treatment is better. The frequentist engine says so at the planned size only, the others as soon as they know. It harms no
 *    guardrail, and every margin is proved. Where all better treatments harm a guardrail it is `inconclusive`: a person has to weigh gain
 *    and harm. Where a margin is not proved the frequentist engine says `inconclusive`, too; the others go on until it is.
 * 3. `roll_back`: the best treatment is worse than the control.
 * 4. `collecting`: below the planned size; `inconclusive` once the experiment is completed.
 * 5. `stop_no_effect`: every treatment's lift lies inside ±mde, or is worse for sure.
 * 6. `inconclusive`.
 *
 * The frequentist engine decides whatever it says at the planned size. The others decide by 2 and 3 alone.
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

/** The id of the best of the treatments that may be shipped; null where none may. */
export function bestToShip(findings: Findings): string | null {
  const best = bestOf(
    findings.treatments.filter((treatment) => isBetter(findings, treatment) && isHarmless(treatment)),
  );
  return best && best.variantId;
}

const isHarmless = ({ harmed, nonInferior }: VariantFindings): boolean => !harmed && nonInferior;

/**
 * How sure it is that the best treatment, which is the one with the best value, is better than the control, 0 to 1: 1 - its adjusted p
 * (frequentist, sequential), or its probability of being the best variant (bayesian, thompson). 0 where no treatment is better.
 * Source: contract, sections 5 and 10.
 */
export function confidenceOf({ engine, treatments }: Pick<Findings, 'engine' | 'treatments'>): number {
  const best = bestOf(treatments);
  if (best === null || best.advantage <= 0) return 0;
  return isBayesian(engine) ? best.probabilityBest : 1 - (best.adjustedPValue ?? 1);
}

/** Whether an engine decides by probabilities, too. */
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
