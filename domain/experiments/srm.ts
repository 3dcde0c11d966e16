import { assertCount } from '../statistics/assert-domain';
import { chiSquareUpperTail } from '../statistics/chi-square';
import { logRising } from '../statistics/gamma';

export interface SampleRatio {
  /** 0 or more. */
  chiSquare: number;
  /** 0 to 1: of the chi-square, for one look. */
  pValue: number;
  /** The arms are not the size that their weights make them: something is broken, and no result holds. However often it is looked at. */
  mismatch: boolean;
  /** Subjects of arms that none were expected in. */
  unexpected: number;
}

/** The chance of a mismatch that is none, over all looks (contract, section 5). */
const threshold = 0.001;

/** The share of all subjects that may stray into arms where none are expected: a test by hand, an old page in a cache. */
const strayShare = 1e-4;

/**
 * The priors of the mixture, by the subjects that each counts for, and their parts of it. Each finds most, relative to its threshold, at
 * some ten to twenty times as many: the small ones what is plain in twenty subjects, the largest what is small in thousands.
 */
const priors = [
  { subjects: 5, part: 0.15 },
  { subjects: 50, part: 0.15 },
  { subjects: 500, part: 0.7 },
];

/**
 * Whether arms are as large as their weights say. χ² = Σ (o - e)² / e against chi-square with one degree of freedom fewer than arms,
 * where e is the arm's share of all weights times all subjects, is for one look; `mismatch` is by the multinomial mixture
 * E = ∏ Γ(c w_k + o_k) / Γ(c w_k) · Γ(c) / Γ(c + n) / ∏ w_k^(o_k), its weighted mean over three c, above 1 / 0.001, which holds for any number of
 * looks: each E is a martingale of mean 1, and so is their mean. An arm of weight 0 has no part in it: its subjects are a mismatch when
 * they are more than one in ten thousand, and the same mixture with that share finds them too many for chance.
 * Source: Fabijan et al., "Diagnosing sample ratio mismatch in online controlled experiments" (2019); Lindon and Malek, "Anytime-valid
 * inference for multinomial count data" (2022); contract, sections 5 and 10.
 * @param observed subjects by arm, whole numbers from 0 up
 * @param weights by arm, in any unit, 0 or more: the weights, or the sums of those in force at each exposure
 * @throws RangeError for anything else, for lists of unlike length, and for weights that sum to 0
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
    // None is expected there: chi-square is infinite, which JSON cannot express.
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

/** The logarithm of the evidence that shares are other than expected. */
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
