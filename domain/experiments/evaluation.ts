import type { Recommendation } from './recommendation';
import type { ExperimentStatistics } from './results';

/** The result of an evaluation, as shown in the experiment's record and in lists. */
export interface Evaluation {
  /** By variant id. Rates are 0 to 1. */
  results: Record<string, { exposures: number; conversions: number; rate: number }>;
  /** 0 to 1. */
  confidence: number;
  recommendation: Recommendation;
  /** Days until the planned size is reached; null if it is unknown, and unless it is waited for. Missing in older rows. */
  daysLeft?: number | null;
}

export const evaluationOf = ({
  variants,
  confidence,
  recommendation,
  daysLeft,
}: Pick<ExperimentStatistics, 'variants' | 'confidence' | 'recommendation'> & {
  daysLeft: number | null;
}): Evaluation & { daysLeft: number | null } => ({
  results: Object.fromEntries(
    variants.map(({ variantId, exposures, conversions, rate }) => [variantId, { exposures, conversions, rate }]),
  ),
  confidence,
  recommendation,
  daysLeft,
});
