import type { ExperimentStatus, StatisticsEngine } from './schemas';

export type Recommendation = 'collecting' | 'ship' | 'stop_no_effect' | 'roll_back' | 'inconclusive' | 'check_data';

/** What is known of a variant, as results name it. Rates, probabilities and p values are 0 to 1, losses differences of rates. */
export interface VariantFindings {
  rate: number;
  liftInterval95: readonly [low: number, high: number] | null;
  adjustedPValue: number | null;
  probabilityBest: number;
  expectedLoss: number;
  /** By a guardrail. */
  harmed: boolean;
}

export interface Findings {
  engine: StatisticsEngine;
  status: ExperimentStatus;
  alpha: number;
  /** Relative to the control's rate. */
  mde: number;
  control: VariantFindings;
  treatments: readonly VariantFindings[];
  /** Share of the planned size that the smallest arm has, 0 to 1. */
  progress: number;
  mismatch: boolean;
}

/** From this probability on a variant counts as the best, for the Bayesian engines (contract, section 10). */
const sure = 0.95;
/** Share of the control's rate that a decision may be expected to lose, at most. */
const tolerableLoss = 0.01;

/**
 * What to do with an experiment (contract, section 10). The first that holds:
 *
 * 1. `check_data`: the arms are not as large as their weights make them.
 * 2. `ship`: a treatment is better. The frequentist engine says so at the planned size only, the others as soon as they know. Where
 *    every better treatment harms a guardrail it is `inconclusive`: somebody has to weigh gain and harm.
 * 3. `roll_back`: the best treatment is worse than the control; under the Bayesian engines the control is the best variant.
 * 4. `collecting`: below the planned size; `inconclusive` once the experiment is completed.
 * 5. `stop_no_effect`: every treatment's lift lies inside ±mde, or is worse for sure.
 * 6. `inconclusive`.
 */
export function recommend(findings: Findings): Recommendation {
  const { engine, status, treatments, progress } = findings;
  if (findings.mismatch) return 'check_data';
  const planned = progress >= 1;
  if (planned || engine !== 'frequentist') {
    const better = treatments.filter((treatment) => isBetter(findings, treatment));
    if (better.length > 0) return better.some(({ harmed }) => !harmed) ? 'ship' : 'inconclusive';
    if (isLost(findings)) return 'roll_back';
  }
  if (!planned || treatments.length === 0) return status === 'completed' ? 'inconclusive' : 'collecting';
  return treatments.every((treatment) => hasNoEffect(findings, treatment)) ? 'stop_no_effect' : 'inconclusive';
}

/**
 * How sure it is that the best treatment, which is the one with the highest rate, is better than the control, 0 to 1: 1 - its adjusted p
 * (frequentist, sequential), or its probability of being the best variant (bayesian, thompson). 0 where no treatment is better.
 * Source: contract, sections 5 and 10.
 */
export function confidenceOf({
  engine,
  control,
  treatments,
}: Pick<Findings, 'engine' | 'control' | 'treatments'>): number {
  const best = bestOf(treatments);
  if (best === null || best.rate <= control.rate) return 0;
  return isBayesian(engine) ? best.probabilityBest : 1 - (best.adjustedPValue ?? 1);
}

/** Whether an engine decides by probabilities rather than p values. */
export const isBayesian = (engine: StatisticsEngine): boolean => engine === 'bayesian' || engine === 'thompson';

function bestOf(variants: readonly VariantFindings[]): VariantFindings | null {
  let best: VariantFindings | null = null;
  for (const variant of variants) if (best === null || variant.rate > best.rate) best = variant;
  return best;
}

function isBetter(findings: Findings, treatment: VariantFindings): boolean {
  if (isBayesian(findings.engine)) return isSurelyBest(treatment, findings.control);
  return isSignificant(treatment, findings.alpha) && treatment.rate > findings.control.rate;
}

function isLost({ engine, control, treatments, alpha }: Findings): boolean {
  const best = bestOf(treatments);
  if (best === null) return false;
  return isBayesian(engine) ? isSurelyBest(control, control) : isSurelyWorse(best, control, alpha);
}

const isSurelyBest = ({ probabilityBest, expectedLoss }: VariantFindings, control: VariantFindings): boolean =>
  probabilityBest >= sure && expectedLoss < tolerableLoss * control.rate;

const isSignificant = ({ adjustedPValue }: VariantFindings, alpha: number): boolean =>
  adjustedPValue !== null && adjustedPValue < alpha;

const isSurelyWorse = (treatment: VariantFindings, control: VariantFindings, alpha: number): boolean =>
  isSignificant(treatment, alpha) && treatment.rate < control.rate;

function hasNoEffect({ control, alpha, mde }: Findings, treatment: VariantFindings): boolean {
  if (isSurelyWorse(treatment, control, alpha)) return true;
  const [low, high] = treatment.liftInterval95 ?? [-Infinity, Infinity];
  return low > -mde && high < mde;
}
