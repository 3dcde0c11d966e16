import { assertInside } from '../statistics/assert-domain';
import { logRising } from '../statistics/gamma';
import type { Interval, Proportion } from '../statistics/proportion';
import { edgeTowards, ratesWithDifference } from './difference-interval';
import { pairOf, type MeanPair } from './fieller';
import type { Moments } from '../statistics/moments';
import { restrictedRates } from './score-interval';
import { mixtureVariance, tunedFor, type Boundary } from './sequential';

/**
 * Tests for weights that follow the results, as in bandits. The number of subjects of an arm then depends on earlier
 * results, which invalidates the usual tests. A sequence per arm over its own subjects is valid whatever decides when
 * the next subject comes.
 */

/** Subjects of an arm at which its sequence is tightest: half of those of both arms. */
export const tunedForArm = tunedFor / 2;

/**
 * Returns the evidence against pB = ratio pA as a logarithm: the product of both arms' own martingales, at the rates
 * that fit best. A martingale is the beta-binomial mixture B(c p + x, c q + n - x) / B(c p, c q) / (p^x q^(n - x)).
 * Over any number of looks, it exceeds 1/α with a probability of at most α. It does not assume a normal distribution.
 * Source: Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49 (2021), 1055-1080, proposition 7 (beta-binomial
 * mixture).
 * @param ratio above 0
 * @param alpha the level that the mixture is tuned for, above 0, below 1
 */
export function ratioEvidence(control: Proportion, treatment: Proportion, ratio: number, alpha: number): number {
  const start = restrictedRates(control, treatment, ratio)[0];
  const most = Math.min(1, 1 / ratio);
  return evidenceAgainst(control, treatment, alpha, { start, least: 0, most, treated: (rate) => rate * ratio });
}

/**
 * Returns the evidence against pB = pA + difference, as {@link ratioEvidence} does for a ratio.
 * @param difference -1 to 1
 */
export function differenceEvidence(
  control: Proportion,
  treatment: Proportion,
  difference: number,
  alpha: number,
): number {
  const start = ratesWithDifference(control, treatment, difference)[0];
  const [least, most] = [Math.max(0, -difference), Math.min(1, 1 - difference)];
  return evidenceAgainst(control, treatment, alpha, { start, least, most, treated: (rate) => rate + difference });
}

/** A relation of both rates: the control's possible rates, its likeliest rate, and the treatment's rate for each. */
interface RateRelation {
  start: number;
  least: number;
  most: number;
  treated: (rate: number) => number;
}

function evidenceAgainst(
  control: Proportion,
  treatment: Proportion,
  alpha: number,
  { start, least, most, treated }: RateRelation,
): number {
  assertInside('alpha', alpha);
  const weight = 1 / mixtureVariance(alpha, tunedForArm);
  const evidence = (rate: number): number =>
    mixtureEvidence(control, rate, weight) +
    mixtureEvidence(treatment, Math.min(1, Math.max(0, treated(rate))), weight);
  // Only one pair of rates is possible.
  if (most - least < 1e-12) return evidence(least);
  // Search in log-odds of the control's rate as a share of its range. Start at the maximum likelihood estimate, with a
  // step of one standard error.
  const share = Math.min(Math.max((start - least) / (most - least), 1e-9), 1 - 1e-9);
  const at = (place: number): number => evidence(least + (most - least) / (1 + Math.exp(-place)));
  const error = 1 / Math.sqrt((control.n + treatment.n) * share * (1 - share));
  return smallest(at, Math.log(share / (1 - share)), Math.min(1, error));
}

/**
 * Returns the confidence sequence of one arm's rate, valid together at all sizes and whatever decides when the next
 * subject comes: the rates against which the mixture's martingale stays below 1 / alpha. Source: as
 * {@link ratioEvidence}.
 * @param alpha above 0, below 1
 */
export function rateSequence({ n, conversions }: Proportion, alpha: number): Interval {
  assertInside('alpha', alpha);
  if (n === 0) return [0, 1];
  const weight = 1 / mixtureVariance(alpha, tunedForArm);
  const rate = conversions / n;
  const excess = (value: number): number => mixtureEvidence({ n, conversions }, value, weight) + Math.log(alpha);
  return [edgeTowards(excess, rate, 0), edgeTowards(excess, rate, 1)];
}

/** Returns ln of the mixture's martingale at a rate; infinite if the rate makes the observed data impossible. */
function mixtureEvidence({ n, conversions }: Proportion, rate: number, weight: number): number {
  if (n === 0) return 0;
  const others = n - conversions;
  if (rate <= 0 || rate >= 1) return (rate <= 0 ? conversions : others) === 0 ? 0 : Infinity;
  const mixture = logRising(weight * rate, conversions) + logRising(weight * (1 - rate), others) - logRising(weight, n);
  return mixture - conversions * Math.log(rate) - others * Math.log1p(-rate);
}

/**
 * Returns the minimum of a function with one valley that is nearly a parabola around the start. Fits a parabola through
 * three places `reach` apart, then through three places a twentieth of that apart. The remaining distance changes the
 * value only by its square.
 */
function smallest(of: (place: number) => number, start: number, reach: number): number {
  const there = of(start);
  let best = { place: start, value: there };
  for (const apart of [reach, reach / 20]) {
    const [before, middle, after] = [of(best.place - apart), best.value, of(best.place + apart)];
    const bend = before - 2 * middle + after;
    if (!(bend > 0) || bend === Infinity) continue;
    const place = best.place + Math.max(-3, Math.min(3, (before - after) / (2 * bend))) * apart;
    const value = of(place);
    if (value <= best.value) best = { place, value };
  }
  return best.value;
}

/**
 * Returns the test of two means: each arm's asymptotic confidence sequence over its own subjects, multiplied. At the
 * common mean that fits best, the evidence is z² - ln √(g_A g_B) with g = n ρ² + 1, z² = (mB - R mA)² / (wB + R² wA)
 * and w = 2 g / (g - 1) times the mean's variance.
 * Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), for each arm.
 * @returns the means with the variances w, and the boundary of z²; null if an arm has fewer than two subjects
 */
export function adaptiveMeans(
  control: Moments,
  treatment: Moments,
  alpha: number,
): { pair: MeanPair; boundary: Boundary } | null {
  if (Math.min(control.n, treatment.n) < 2) return null;
  const spread = mixtureVariance(alpha, tunedForArm);
  const [a, b] = [control.n * spread + 1, treatment.n * spread + 1];
  const pair = pairOf(control, treatment);
  const grown = Math.log(a * b) / 2;
  return {
    pair: {
      ...pair,
      controlVariance: (pair.controlVariance * 2 * a) / (a - 1),
      treatmentVariance: (pair.treatmentVariance * 2 * b) / (b - 1),
    },
    boundary: {
      criticalSquare: (level) => grown - Math.log(level),
      pValue: (square) => Math.min(1, Math.exp(grown - square)),
    },
  };
}
