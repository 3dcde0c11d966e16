import { assertCount, assertInside, assertPositive } from '../statistics/assert-domain';
import { normalCdf } from '../statistics/normal';

/** Number of subjects, in both arms together, at which the sequence is tightest. */
export const tunedFor = 5_000;

/** A sample size, and the confidence that the sequence is tuned for. */
export interface SequenceSettings {
  /** Subjects of both arms, a whole number above 0. */
  n: number;
  /** Above 0, below 1. */
  alpha: number;
  /** N*: number of subjects at which the sequence is tightest, above 0; default 5,000. */
  tuning?: number;
}

/** The boundary that the square of a standardized effect is compared with. */
export interface Boundary {
  /** Returns the square from which a test at this level rejects. */
  criticalSquare(level: number): number;
  /** Returns the two-sided p: the smallest level that rejects. */
  pValue(square: number): number;
}

/**
 * Returns the boundary of the asymptotic confidence sequence of an effect at a sample size, tuned for `alpha` and
 * available for every level. Its intervals are valid together at all sizes, so that results may be checked after each
 * visitor. The same is true of its p, from the same mixture.
 *
 * - ρ² = (-2 ln α + ln(-2 ln α + 1)) / N*
 * - half width = se √(2 (N ρ² + 1) ln(√(N ρ² + 1) / α) / (N ρ²)): se times the root of the critical square
 * - p = min(1, 1 / E), E = exp(ρ² S / (2 (N ρ² + 1))) / √(N ρ² + 1), S = estimate² N / se²
 *
 * Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
 * sequences" (2024).
 * @throws RangeError for settings outside their ranges
 */
export function sequenceBoundary({ n, alpha, tuning = tunedFor }: SequenceSettings): Boundary {
  const grown = grownOf({ n, alpha, tuning });
  return {
    criticalSquare: (level) => ((2 * grown) / (grown - 1)) * Math.log(Math.sqrt(grown) / level),
    pValue: (square) => Math.min(1, Math.exp(Math.log(grown) / 2 - (square * (grown - 1)) / (2 * grown))),
  };
}

/** Returns the critical square of a sequence that is tuned for its own level, at a size that may be fractional. */
export function boundarySquare({ n, alpha, tuning = tunedFor }: SequenceSettings): number {
  const grown = n * mixtureVariance(alpha, tuning) + 1;
  return ((2 * grown) / (grown - 1)) * Math.log(Math.sqrt(grown) / alpha);
}

/**
 * Returns the always valid p of a one-sided test: the mixture over effects of one sign, which has twice the evidence of
 * the two-sided one if the effect is clear. E = 2 Φ(z √((g - 1) / g)) exp(z² (g - 1) / (2 g)) / √g with g = N ρ² + 1. E
 * increases with z and is 1 / √g at 0, so that p is 1 for z <= 0. The formula is not evaluated there, because both
 * factors leave the range of numbers far below 0.
 * Source: Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49 (2021), 1055-1080, section 3.2 (one-sided
 * normal mixture).
 * @param z standard errors in the tested direction, finite
 * @throws RangeError as {@link sequenceBoundary}
 */
export function oneSidedSequenceP(z: number, { n, alpha, tuning = tunedFor }: SequenceSettings): number {
  const grown = grownOf({ n, alpha, tuning });
  if (z <= 0) return 1;
  const share = (grown - 1) / grown;
  const logEvidence = (z * z * share) / 2 - Math.log(grown) / 2;
  return Math.min(1, Math.exp(-logEvidence) / (2 * normalCdf(z * Math.sqrt(share))));
}

/** Returns N ρ² + 1. */
function grownOf({ n, alpha, tuning }: Required<SequenceSettings>): number {
  assertCount('n', n);
  assertPositive('n', n);
  assertInside('alpha', alpha);
  assertPositive('tuning', tuning);
  return n * mixtureVariance(alpha, tuning) + 1;
}

/** Returns ρ² of {@link sequenceBoundary}. */
export function mixtureVariance(alpha: number, tuning = tunedFor): number {
  const log = -2 * Math.log(alpha);
  return (log + Math.log(log + 1)) / tuning;
}
