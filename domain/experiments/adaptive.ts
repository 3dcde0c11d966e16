import { assertInside } from '../statistics/assert-domain';
import { logRising } from '../statistics/gamma';
import type { Proportion } from '../statistics/proportion';
import { pairOf, type MeanPair } from './fieller';
import type { Moments } from '../statistics/moments';
import { restrictedRates } from './score-interval';
import { mixtureVariance, tunedFor, type Boundary } from './sequential';

/**
 * Tests under weights that follow the results, as of bandits. The number of subjects of an arm depends on what was seen then, and the
 * usual tests do not hold; a sequence of each arm, over its own subjects, holds whatever decides when another comes.
 */

/** Subjects of an arm at which its sequence is tightest: half of those of both arms. */
const tunedForArm = tunedFor / 2;

/**
 * How much speaks against pB = ratio pA, as a logarithm: the product of both arms' own martingales, at the rates that fit best. A
 * martingale is the beta-binomial mixture B(c p + x, c q + n - x) / B(c p, c q) / (p^x q^(n - x)), which no number of looks makes larger
 * than 1/α with a probability above α. It needs no normal law.
 * Source: Howard, Ramdas, McAuliffe and Sekhon, Annals of Statistics 49 (2021), 1055-1080, proposition 7 (beta-binomial mixture).
 * @param ratio above 0
 * @param alpha the level that the mixture is tuned for, above 0, below 1
 */
export function ratioEvidence(control: Proportion, treatment: Proportion, ratio: number, alpha: number): number {
  assertInside('alpha', alpha);
  const weight = 1 / mixtureVariance(alpha, tunedForArm);
  const top = Math.min(1, 1 / ratio);
  const evidence = (rate: number): number =>
    mixtureEvidence(control, rate, weight) + mixtureEvidence(treatment, Math.min(1, rate * ratio), weight);
  // In log-odds of the share of what the control's rate may be, around the rate of the largest likelihood, a standard error apart.
  const start = Math.min(Math.max(restrictedRates(control, treatment, ratio)[0] / top, 1e-9), 1 - 1e-9);
  const at = (place: number): number => evidence(top / (1 + Math.exp(-place)));
  const error = 1 / Math.sqrt((control.n + treatment.n) * start * (1 - start));
  return smallest(at, Math.log(start / (1 - start)), Math.min(1, error));
}

/** ln of the mixture's martingale at a rate. Where the rate rules out what was seen it is infinite. */
function mixtureEvidence({ n, conversions }: Proportion, rate: number, weight: number): number {
  if (n === 0) return 0;
  const others = n - conversions;
  if (rate <= 0 || rate >= 1) return (rate <= 0 ? conversions : others) === 0 ? 0 : Infinity;
  const mixture = logRising(weight * rate, conversions) + logRising(weight * (1 - rate), others) - logRising(weight, n);
  return mixture - conversions * Math.log(rate) - others * Math.log1p(-rate);
}

/**
 * The smallest value of a function with one valley near a place, where it is nearly a parabola: through three places a reach apart, and
 * again through three a twentieth apart. What is left of the distance changes the value by its square.
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
 * Of means: each arm's asymptotic confidence sequence over its own subjects, multiplied. At the common mean that fits best the evidence
 * is z² - ln √(g_A g_B) with g = n ρ² + 1 and z² = (mB - R mA)² / (wB + R² wA), w = 2 g / (g - 1) times the mean's variance.
 * Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), for each arm.
 * @returns the means with the variances w, and the boundary of z²; null for an arm of fewer than two subjects
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
