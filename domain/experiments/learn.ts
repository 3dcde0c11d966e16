import { momentsFor, sumsOfProportion } from './comparison';
import type { MetricSums } from './metric-results';
import type { Variant } from './schemas';
import { shrunkenDifferences } from './shrink';
import { flooredWeights, reweighArms } from './thompson';
import { compareBeliefs } from './variant-findings';

/** Updates bandit weights and beliefs from an experiment's counts. */

/** A variant's visitors, and how many of them converted. */
export interface VariantOutcomes {
  variantId: string;
  exposures: number;
  conversions: number;
}

/**
 * Returns the variants of a bandit with new weights, from the probability that each is the best by the primary metric,
 * in its direction; null while they cannot be reweighted ({@link reweighArms}).
 */
export function reweigh(variants: readonly Variant[], primary: MetricSums): Variant[] | null {
  const sumsOf = (id: string) =>
    primary.variants.find(({ variantId }) => variantId === id) ?? {
      variantId: id,
      ...sumsOfProportion({ n: 0, conversions: 0 }),
    };
  const weights = reweighArms(variants, {
    subjectsOf: (id) => sumsOf(id).n,
    weightsOf: (ids) => flooredWeights(compareBeliefs({ ...primary, variants: ids.map(sumsOf) }).probabilityBest),
  });
  return weights && variants.map((variant) => ({ ...variant, weight: weights.get(variant.id) ?? 0 }));
}

/**
 * Returns the evidence of an experiment for its belief: the rate of the best treatment by the primary metric minus the
 * control's rate, -1 to 1, and the visitors of both. If lower is better, the rate is that of visitors who do not
 * convert, so that a positive difference supports the belief. With several treatments, the difference is shrunk toward
 * 0 ({@link shrunkenDifferences}), because the best of many is partly the best by chance.
 * @param counts the control first
 * @param primary the same variants
 * @returns null while the control or every treatment has no visitors
 */
export function evidenceOf(
  counts: readonly VariantOutcomes[],
  primary: MetricSums,
): { delta: number; sampleSize: number } | null {
  const isDown = primary.direction === 'down';
  const arms = counts.map(({ exposures: n, conversions }, index) => {
    const sums = primary.variants[index];
    const mean = sums && momentsFor(primary.measure, sums)?.mean;
    return { n, conversions: isDown ? n - conversions : conversions, value: (isDown ? -1 : 1) * (mean ?? 0) };
  });
  const [control, ...treatments] = arms;
  const seen = treatments.filter(({ n }) => n > 0);
  if (control === undefined || control.n === 0 || seen.length === 0) return null;
  const best = seen.reduce((best, other) => (other.value > best.value ? other : best));
  const delta = shrunkenDifferences([control, ...seen])[seen.indexOf(best)] as number;
  return { delta, sampleSize: best.n + control.n };
}
