import { rateOf, type Proportion } from '../statistics/proportion';

/**
 * Returns the differences of several treatments from one control, shrunk toward 0 as far as they may be noise
 * (empirical Bayes). Effects are assumed to be normal around 0. Their variance τ² is estimated from how far all
 * differences are from 0, beyond what noise explains. This corrects for the best of many looking better than it is. All
 * differences share the control's noise.
 *
 * - d ~ N(0, τ² I + Σ), Σ = diag(v_k) + v_0 1 1ᵀ, v = p (1 - p) / n at the rate of all arms together
 * - τ² = max(0, (dᵀ Σ⁻¹ d - m - √(2 m)) / tr Σ⁻¹): the excess over the quadratic form's mean by more than its standard
 *   error
 * - the effects are τ² (τ² I + Σ)⁻¹ d
 *
 * Source: Efron and Morris, JASA 70 (1975), 311-319; DerSimonian and Laird, Controlled Clinical Trials 7 (1986),
 * 177-188, for τ².
 * @param arms the control first, then the treatments, each with subjects
 * @returns a difference of rates for each treatment; a single treatment is not shrunk
 * @throws RangeError unless the counts are whole numbers, and for more conversions than subjects
 */
export function shrunkenDifferences(arms: readonly [Proportion, ...Proportion[]]): number[] {
  const [control, ...treatments] = arms;
  const differences = treatments.map((treatment) => rateOf(treatment) - rateOf(control));
  const subjects = arms.reduce((sum, { n }) => sum + n, 0);
  const rate = rateOf({ n: subjects, conversions: arms.reduce((sum, { conversions }) => sum + conversions, 0) });
  const variance = rate * (1 - rate);
  if (treatments.length < 2 || variance === 0) return differences;
  const shared = variance / control.n;
  const own = treatments.map(({ n }) => variance / n);
  const spread = effectVariance(differences, own, shared);
  if (spread === 0) return differences.map(() => 0);
  const solved = solveShared(
    differences,
    own.map((value) => value + spread),
    shared,
  );
  return solved.map((value) => spread * value);
}

/** Returns τ² of {@link shrunkenDifferences}. */
function effectVariance(differences: readonly number[], own: readonly number[], shared: number): number {
  const solved = solveShared(differences, own, shared);
  const form = differences.reduce((sum, difference, index) => sum + difference * (solved[index] as number), 0);
  const inverse = own.map((value) => 1 / value);
  const total = sumOf(inverse);
  const trace = total - (shared * sumOf(inverse.map((value) => value * value))) / (1 + shared * total);
  const count = differences.length;
  return Math.max(0, (form - count - Math.sqrt(2 * count)) / trace);
}

/** Returns (diag(own) + shared 1 1ᵀ)⁻¹ x. Source: Sherman and Morrison (1950). */
function solveShared(x: readonly number[], own: readonly number[], shared: number): number[] {
  const divided = x.map((value, index) => value / (own[index] as number));
  const taken = (shared * sumOf(divided)) / (1 + shared * sumOf(own.map((value) => 1 / value)));
  return divided.map((value, index) => value - taken / (own[index] as number));
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
