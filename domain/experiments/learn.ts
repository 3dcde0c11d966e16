import { rateOf } from '../statistics/proportion';
import type { Variant } from './schemas';
import { subjectsToWeigh, thompsonWeights } from './thompson';

/** What a service learns from an experiment's counts by itself (contract, sections 5 and 10). */

/** A variant's visitors, and those of them who converted. */
export interface VariantOutcomes {
  variantId: string;
  exposures: number;
  conversions: number;
}

/**
 * The variants of a bandit with new weights, by Thompson sampling; null while one has fewer than 100 visitors. A variant of weight 0 is
 * switched off: it keeps 0, and nothing waits for it.
 */
export function reweigh(variants: readonly Variant[], counts: readonly VariantOutcomes[]): Variant[] | null {
  const weighed = variants.filter(({ weight }) => weight > 0);
  const outcomes = weighed.map(({ id }) => outcomesOf(counts, id));
  if (weighed.length < 2 || outcomes.some(({ exposures }) => exposures < subjectsToWeigh)) return null;
  const weights = thompsonWeights(
    outcomes.map(({ exposures, conversions }) => ({ successes: conversions, failures: exposures - conversions })),
  );
  const byId = new Map(weighed.map(({ id }, index) => [id, weights[index] ?? 0]));
  return variants.map((variant) => ({ ...variant, weight: byId.get(variant.id) ?? 0 }));
}

const outcomesOf = (counts: readonly VariantOutcomes[], variantId: string): VariantOutcomes =>
  counts.find((counted) => counted.variantId === variantId) ?? { variantId, exposures: 0, conversions: 0 };

/**
 * What an experiment says of its belief: the rate of the best treatment minus that of the control, -1 to 1, and the visitors of both.
 * @param counts the control first
 * @returns null while the control or every treatment has no visitors
 */
export function evidenceOf(counts: readonly VariantOutcomes[]): { delta: number; sampleSize: number } | null {
  const [control, ...treatments] = counts;
  const seen = treatments.filter(({ exposures }) => exposures > 0);
  const [first, ...others] = seen;
  if (control === undefined || control.exposures === 0 || first === undefined) return null;
  const rate = ({ exposures, conversions }: VariantOutcomes): number => rateOf({ n: exposures, conversions });
  const best = others.reduce((best, other) => (rate(other) > rate(best) ? other : best), first);
  return { delta: rate(best) - rate(control), sampleSize: best.exposures + control.exposures };
}
