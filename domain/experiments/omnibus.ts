import { chiSquareUpperTail } from '../statistics/chi-square';
import { assertProportion, rateOf, type Proportion } from '../statistics/proportion';
import { holm } from './multiple-comparisons';

/** Tests that compare several arms together. */

export interface Homogeneity {
  /** 0 or more. */
  chiSquare: number;
  /** Number of arms with subjects, minus 1. */
  df: number;
  /** 0 to 1. */
  pValue: number;
}

/**
 * Tests whether all arms have the same rate: χ² = Σ (o - e)² / e over subjects who converted and subjects who did not,
 * without continuity correction, compared with chi-square. For two arms it is the square of the pooled z. Arms without
 * subjects do not count. If no subjects or all subjects converted, and for fewer than two arms, p is 1. Source: K.
 * Pearson (1900); scipy's chi2_contingency.
 * @throws RangeError unless the counts are whole numbers, and for more conversions than subjects
 */
export function homogeneityTest(arms: readonly Proportion[]): Homogeneity {
  arms.forEach(assertProportion);
  const open = arms.filter(({ n }) => n > 0);
  const rate = rateOf(addUp(open));
  const df = Math.max(0, open.length - 1);
  if (df === 0 || rate === 0 || rate === 1) return { chiSquare: 0, df, pValue: 1 };
  // (o - e)² is the same for subjects who converted and who did not: 1/e + 1/(n - e) = 1 / (n p (1 - p)).
  const chiSquare = open.reduce(
    (sum, { n, conversions }) => sum + (conversions - n * rate) ** 2 / (n * rate * (1 - rate)),
    0,
  );
  return { chiSquare, df, pValue: chiSquareUpperTail(chiSquare, df) };
}

/** An arm of a multivariate experiment. */
export interface FactorialArm extends Proportion {
  /** The level of each factor. */
  levels: Readonly<Record<string, string>>;
}

export interface MainEffect extends Homogeneity {
  factor: string;
  /** By Holm over the factors, 0 to 1. */
  adjustedPValue: number;
  /** In the order in which the arms name them. The rate is over all levels of the other factors, 0 to 1. */
  levels: { level: string; exposures: number; conversions: number; rate: number }[];
}

/**
 * Tests the effect of each factor over all levels of the other factors: adds up the arms with the same level and
 * compares the levels by {@link homogeneityTest}. This is the main effect if each level is combined with the levels of
 * the other factors in equal shares, as in a full factorial with equal weights. Otherwise the other factors confound
 * it. Interactions are not tested.
 * Source: Box, Hunter and Hunter, "Statistics for experimenters" (2005), chapter 5.
 * @throws RangeError for arms that do not name the same factors, and as {@link homogeneityTest}
 */
export function mainEffects(arms: readonly FactorialArm[]): MainEffect[] {
  if (!nameSameFactors(arms)) throw new RangeError('The arms do not name the same factors.');
  const factors = Object.keys(arms[0]?.levels ?? {});
  const tested = factors.map((factor) => {
    const named = [...new Set(arms.map(({ levels }) => levels[factor] as string))];
    const sums = named.map((level) => ({ level, ...addUp(arms.filter(({ levels }) => levels[factor] === level)) }));
    const levels = sums.map(({ level, n, conversions }) => ({
      level,
      exposures: n,
      conversions,
      rate: rateOf({ n, conversions }),
    }));
    return { factor, ...homogeneityTest(sums), levels };
  });
  const adjusted = holm(tested.map(({ pValue }) => pValue));
  return tested.map((effect, index) => ({ ...effect, adjustedPValue: adjusted[index] ?? 1 }));
}

/** Returns whether every arm has a level of every factor. */
export function nameSameFactors(arms: readonly Pick<FactorialArm, 'levels'>[]): boolean {
  const factors = new Set(arms.flatMap(({ levels }) => Object.keys(levels)));
  return arms.every(({ levels }) => Object.keys(levels).length === factors.size);
}

const addUp = (arms: readonly Proportion[]): Proportion =>
  arms.reduce<Proportion>((sum, { n, conversions }) => ({ n: sum.n + n, conversions: sum.conversions + conversions }), {
    n: 0,
    conversions: 0,
  });
