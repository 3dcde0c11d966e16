import { rateOf } from '../statistics/proportion';
import type { Variant } from './schemas';
import { shrunkenDifferences } from './shrink';
import { reweighArms } from './thompson';

/** What a service learns from an experiment's counts by itself (contract, sections 5 and 10). */

/** A variant's visitors, and those of them who converted. */
export interface VariantOutcomes {
  variantId: string;
  exposures: number;
  conversions: number;
}

/** The variants of a bandit with new weights; null while they are not to be weighed ({@link reweighArms}). */
export function reweigh(variants: readonly Variant[], counts: readonly VariantOutcomes[]): Variant[] | null {
  const weights = reweighArms(variants, (id) => {
    const { exposures = 0, conversions = 0 } = counts.find(({ variantId }) => variantId === id) ?? {};
    return { successes: conversions, failures: exposures - conversions };
  });
  return weights && variants.map((variant) => ({ ...variant, weight: weights.get(variant.id) ?? 0 }));
}

/**
 * What an experiment says of its belief: the rate of the best treatment minus that of the control, -1 to 1, and the visitors of both. Of
 * several treatments the difference is shrunk towards 0 ({@link shrunkenDifferences}): the best of many is partly so by chance.
 * @param counts the control first
 * @returns null while the control or every treatment has no visitors
 */
export function evidenceOf(counts: readonly VariantOutcomes[]): { delta: number; sampleSize: number } | null {
  const [control, ...treatments] = counts.map(({ exposures: n, conversions }) => ({ n, conversions }));
  const seen = treatments.filter(({ n }) => n > 0);
  if (control === undefined || control.n === 0 || seen.length === 0) return null;
  const best = seen.reduce((best, other) => (rateOf(other) > rateOf(best) ? other : best));
  const delta = shrunkenDifferences([control, ...seen])[seen.indexOf(best)] as number;
  return { delta, sampleSize: best.n + control.n };
}
