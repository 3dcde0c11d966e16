import { assertCount } from '../statistics/assert-domain';
import { chiSquareUpperTail } from '../statistics/chi-square';
import { logRising } from '../statistics/gamma';

export interface SampleRatio {
  /** 0 or more. */
  chiSquare: number;
  /** p-value of the chi-square for a single look, 0 to 1. */
  pValue: number;
  /**
   * Whether the sizes of the arms do not match their weights: something is broken, and no result is valid. Valid for
   * any number of looks.
   */
  mismatch: boolean;
  /** Subjects in arms with an expected size of 0. */
  unexpected: number;
}

/** The chance of a false mismatch over all looks. */
const threshold = 0.001;

/**
 * The share of all subjects that may appear in arms with an expected size of 0, for example from a manual test or an
 * old cached page.
 */
const strayShare = 1e-4;

/**
 * The priors of the mixture: the number of subjects that each one is worth, and its share of the mixture. Each prior is
 * most sensitive, relative to its threshold, at about ten to twenty times its subjects. The small ones find obvious
 * mismatches within twenty subjects, the largest finds small mismatches within thousands.
 */
const priors = [
  { subjects: 5, part: 0.15 },
  { subjects: 50, part: 0.15 },
  { subjects: 500, part: 0.7 },
];

/**
 * Tests whether the sizes of the arms match their weights.
 *
 * `chiSquare` and `pValue` are for a single look: χ² = Σ (o - e)² / e, compared with chi-square with one degree of
 * freedom fewer than arms, where e is the arm's share of all weights times all subjects.
 *
 * `mismatch` is valid for any number of looks. It uses the multinomial mixture E = ∏ Γ(c w_k + o_k) / Γ(c w_k) · Γ(c) /
 * Γ(c + n) / ∏ w_k^(o_k): its weighted mean over three values of c must exceed 1 / 0.001. Each E is a martingale with
 * mean 1, and so is their mean. Arms with weight 0 are not part of it. Their subjects are a mismatch if they are more
 * than one in ten thousand and the same mixture, with that share, finds them too many to be chance.
 * Source: Fabijan et al., "Diagnosing sample ratio mismatch in online controlled experiments" (2019); Lindon and Malek,
 * "Anytime-valid inference for multinomial count data" (2022).
 * @param observed subjects by arm, whole numbers from 0 up
 * @param weights by arm, in any unit, 0 or more: the weights, or the sums of the weights at the time of each exposure
 * @throws RangeError for arguments outside these ranges, for lists of different lengths, and for weights that sum to 0
 */
export function sampleRatio(observed: readonly number[], weights: readonly number[]): SampleRatio {
  observed.forEach((count) => assertCount('A number of subjects', count));
  if (observed.length !== weights.length)
    throw new RangeError(`${observed.length} arms have ${weights.length} weights.`);
  if (!weights.every((weight) => weight >= 0 && weight < Infinity))
    throw new RangeError(`The weights are ${weights.join()}.`);
  const [subjects, weight] = [sumOf(observed), sumOf(weights)];
  if (subjects === 0) return { chiSquare: 0, pValue: 1, mismatch: false, unexpected: 0 };
  if (weight === 0) throw new RangeError('The weights sum to 0.');
  const arms = observed.map((count, arm) => ({ count, share: (weights[arm] ?? 0) / weight }));
  const open = arms.filter(({ share }) => share > 0);
  const expected = sumOf(open.map(({ count }) => count));
  const unexpected = subjects - expected;
  if (areTooMany(unexpected, subjects)) {
    // No subjects are expected there: chi-square is infinite, which JSON cannot express.
    return { chiSquare: Number.MAX_VALUE, pValue: 0, mismatch: true, unexpected };
  }
  if (expected === 0) return { chiSquare: 0, pValue: 1, mismatch: false, unexpected };
  const chiSquare = sumOf(open.map(({ count, share }) => (count - share * expected) ** 2 / (share * expected)));
  const pValue = open.length < 2 ? 1 : chiSquareUpperTail(chiSquare, open.length - 1);
  return { chiSquare, pValue, mismatch: mismatchEvidence(open, expected) > -Math.log(threshold), unexpected };
}

function areTooMany(strays: number, subjects: number): boolean {
  if (strays <= strayShare * subjects) return false;
  const arms = [
    { count: strays, share: strayShare },
    { count: subjects - strays, share: 1 - strayShare },
  ];
  return mismatchEvidence(arms, subjects) > -Math.log(threshold);
}

/** Returns the logarithm of the evidence that the shares differ from the expected ones. */
function mismatchEvidence(arms: readonly Arm[], subjects: number): number {
  const logs = priors.map(({ subjects: weight, part }) => Math.log(part) + evidenceUnder(weight, arms, subjects));
  const largest = Math.max(...logs);
  return largest + Math.log(sumOf(logs.map((log) => Math.exp(log - largest))));
}

interface Arm {
  count: number;
  share: number;
}

function evidenceUnder(priorWeight: number, arms: readonly Arm[], subjects: number): number {
  const ofArms = arms.map(({ count, share }) => logRising(priorWeight * share, count) - count * Math.log(share));
  return sumOf(ofArms) - logRising(priorWeight, subjects);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
