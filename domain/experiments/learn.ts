import { momentsFor, sumsOfProportion } from './comparison';
import type { MetricSums } from './metric-results';
import type { Variant } from './schemas';
import { shrunkenDifferences } from './shrink';
import { flooredWeights, reweighArms } from './thompson';
import { compareBeliefs } from './variant-findings';

/** What a service learns from an experiment's counts by itself (contract, sections 5 and 10). */

/** A variant's visitors, and those of them who converted. */
export interface VariantOutcomes {
  variantId: string;
  exposures: number;
  conversions: number;
}

/**
 * The variants of a bandit with new weights, by the probability that each is the best by the primary metric, in its direction; null while
 * they are not to be weighed ({@link reweighArms}).
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
 * What an experiment says of its belief: the rate of the best treatment, by the primary metric, minus that of the control, -1 to 1, and the
 * visitors of both. Where less is better the rate is that of those who do not convert, so that what is above 0 supports the belief. Of
 * several treatments the difference is shrunk towards 0 ({@link shrunkenDifferences}): the best of many is partly so by chance.
 * @param counts the control first
 * @param primary of the same variants
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
