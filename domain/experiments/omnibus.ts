import { chiSquareUpperTail } from '../statistics/chi-square';
import { assertProportion, rateOf, type Proportion } from '../statistics/proportion';
import { holm } from './multiple-comparisons';

/** Tests of many arms at once. */

export interface Homogeneity {
  /** 0 or more. */
  chiSquare: number;
  /** Arms with subjects, less one. */
  df: number;
  /** 0 to 1. */
  pValue: number;
}

/**
 * Whether all arms have one rate: χ² = Σ (o - e)² / e over those who converted and those who did not, without continuity correction,
 * against chi-square. Of two arms it is the square of the pooled z. Arms without subjects do not count; where none or all
 * converted, and for fewer than two arms, p is 1. Source: K. Pearson (1900); scipy's chi2_contingency.
 * @throws RangeError for counts that are not whole, and for more conversions than subjects
 */
export function homogeneityTest(arms: readonly Proportion[]): Homogeneity {
  arms.forEach(assertProportion);
  const open = arms.filter(({ n }) => n > 0);
  const rate = rateOf(addUp(open));
  const df = Math.max(0, open.length - 1);
  if (df === 0 || rate === 0 || rate === 1) return { chiSquare: 0, df, pValue: 1 };
  // (o - e)² is the same for those who converted and those who did not: 1/e + 1/(n - e) = 1 / (n p (1 - p)).
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
  /** In the order in which arms name them. The rate is over all levels of the other factors, 0 to 1. */
  levels: { level: string; exposures: number; conversions: number; rate: number }[];
}

/**
 * For each factor what its levels do, whatever the others: arms of one level are added up and the levels compared by
 * {@link homogeneityTest}. This is the main effect when each level meets the levels of the others in equal shares, as in a full
 * factorial with equal weights; otherwise the other factors confound it. Interactions are not tested.
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

/** Whether all arms have a level of each factor that any of them has. */
export function nameSameFactors(arms: readonly Pick<FactorialArm, 'levels'>[]): boolean {
  const factors = new Set(arms.flatMap(({ levels }) => Object.keys(levels)));
  return arms.every(({ levels }) => Object.keys(levels).length === factors.size);
}

const addUp = (arms: readonly Proportion[]): Proportion =>
  arms.reduce<Proportion>((sum, { n, conversions }) => ({ n: sum.n + n, conversions: sum.conversions + conversions }), {
    n: 0,
    conversions: 0,
  });
