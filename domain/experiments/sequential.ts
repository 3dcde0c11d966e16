import { assertCount, assertInside, assertPositive } from '../statistics/assert-domain';
import type { Interval } from '../statistics/proportion';
import type { Effect } from './lift';

/** Subjects, of both arms together, at which the sequence is tightest (contract, section 5). */
const tunedFor = 5_000;

export interface SequentialTest {
  /** In the effect's unit. */
  interval: Interval;
  /** Always valid, two-sided, 0 to 1. */
  pValue: number;
  halfWidth: number;
}

/**
 * The asymptotic confidence sequence of an effect: intervals that hold together at all sizes, so that results may be looked at
 * after each visitor, and the always valid p value of the same mixture.
 *
 * - ρ² = (-2 ln α + ln(-2 ln α + 1)) / N*
 * - half width = se √N √(2 (N ρ² + 1) ln(√(N ρ² + 1) / α) / (N ρ)²)
 * - p = min(1, 1 / E), E = exp(ρ² S / (2 (N ρ² + 1))) / √(N ρ² + 1), S = estimate² N / se²
 *
 * An effect without error tells nothing: its p is 1, and its interval has no bounds. Source: Waudby-Smith, Arbour, Sinha, Kennedy
 * and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences" (2024); GrowthBook's gbstats.
 * @param options.n subjects of both arms, a whole number above 0
 * @param options.alpha above 0, below 1
 * @param options.tuning N*: subjects at which the sequence is tightest, above 0
 * @throws RangeError for anything else
 */
export function confidenceSequence(
  { estimate, standardError }: Effect,
  { n, alpha, tuning = tunedFor }: { n: number; alpha: number; tuning?: number },
): SequentialTest {
  assertCount('n', n);
  assertPositive('n', n);
  assertInside('alpha', alpha);
  assertPositive('tuning', tuning);
  if (!(standardError > 0)) return { interval: [-Infinity, Infinity], pValue: 1, halfWidth: Infinity };
  const grown = n * mixtureVariance(alpha, tuning) + 1;
  // (N ρ)² is N (N ρ²), of which one N cancels with √N outside.
  const halfWidth = standardError * Math.sqrt((2 * grown * Math.log(Math.sqrt(grown) / alpha)) / (grown - 1));
  const logEvidence = ((estimate / standardError) ** 2 * (grown - 1)) / (2 * grown) - Math.log(grown) / 2;
  return {
    interval: [estimate - halfWidth, estimate + halfWidth],
    pValue: Math.min(1, Math.exp(-logEvidence)),
    halfWidth,
  };
}

/** ρ² of {@link confidenceSequence}. */
export function mixtureVariance(alpha: number, tuning = tunedFor): number {
  const log = -2 * Math.log(alpha);
  return (log + Math.log(log + 1)) / tuning;
}
