import { criticalNormal } from '../statistics/normal';
import { assertProportion, rateOf, type Interval, type Proportion } from '../statistics/proportion';

/**
 * Returns the maximum likelihood estimates of both rates if the treatment's rate is `ratio` times the control's. The
 * control's is the smaller root of (nA + nB) R p² - (nA + xB + (nB + xA) R) p + xA + xB = 0. Source: Miettinen and
 * Nurminen, Statistics in Medicine 4 (1985), 213-226.
 * @param ratio above 0
 */
export function restrictedRates(control: Proportion, treatment: Proportion, ratio: number): [number, number] {
  const [x, y] = [control.conversions, treatment.conversions];
  const square = (control.n + treatment.n) * ratio;
  const linear = control.n + y + (treatment.n + x) * ratio;
  const root = Math.sqrt(Math.max(0, linear * linear - 4 * square * (x + y)));
  // Compute the smaller root without cancellation.
  const rate = Math.min((2 * (x + y)) / (linear + root), 1, 1 / ratio);
  return [rate, Math.min(rate * ratio, 1)];
}

/**
 * Returns the square of the score statistic of pB = ratio pA: the chi-square of both arms with the rates of {@link
 * restrictedRates}. At ratio 1 it is the square of the pooled z.
 */
export function ratioScore(control: Proportion, treatment: Proportion, ratio: number): number {
  const [a, b] = restrictedRates(control, treatment, ratio);
  return deviance(control, a) + deviance(treatment, b);
}

/**
 * Returns (x - n p)² / (n p (1 - p)): 0 without a deviation, infinite if the rate makes the observed data impossible.
 */
function deviance({ n, conversions }: Proportion, rate: number): number {
  const away = conversions - n * rate;
  const variance = n * rate * (1 - rate);
  if (variance > 0) return (away * away) / variance;
  return Math.abs(away) <= 1e-9 * n ? 0 : Infinity;
}

/**
 * Returns Koopman's score interval of the relative lift pB / pA - 1: the ratios that the score test does not reject. It
 * excludes 0 exactly when the pooled z test rejects. The lower end is -1 if the treatment has no conversions.
 * Source: P. A. R. Koopman, Biometrics 40 (1984), 513-517.
 * @param alpha 1 minus the interval's confidence, above 0, below 1
 * @returns null if the control has no conversions, because the upper end is not finite, and if both rates are 1,
 *   because nothing varies
 * @throws RangeError for an alpha outside this range, unless the counts are whole numbers, and for an arm without
 *   subjects
 */
export function koopmanInterval(control: Proportion, treatment: Proportion, alpha: number): Interval | null {
  const critical = criticalNormal(alpha) ** 2;
  return invertRatio(control, treatment, (ratio) => ratioScore(control, treatment, ratio) - critical);
}

/**
 * Returns the relative lifts at which a test of pB = ratio pA does not reject, if they are an interval around the
 * observed ratio.
 * @param excess of the test's statistic over its critical value: above 0 it rejects; rises on both sides of the
 *   observed ratio
 * @returns null if the control has no conversions, if both rates are 1, and if the upper end is not finite
 * @throws RangeError as {@link koopmanInterval}
 */
export function invertRatio(
  control: Proportion,
  treatment: Proportion,
  excess: (ratio: number) => number,
): Interval | null {
  for (const arm of [control, treatment]) {
    assertProportion(arm);
    if (arm.n === 0) throw new RangeError('An arm has no subjects.');
  }
  const [a, b] = [rateOf(control), rateOf(treatment)];
  if (control.conversions === 0 || (a === 1 && b === 1)) return null;
  const top = Math.log(b === 0 ? 1e-9 / (control.n + treatment.n) : b / a);
  const excessAt = (log: number): number => excess(Math.exp(log));
  const high = edge(excessAt, top, 1);
  // If the treatment has no conversions, all ratios from 0 up to the upper end are accepted.
  const low = b === 0 ? -Infinity : edge(excessAt, top, -1);
  return high === Infinity ? null : [Math.expm1(low), Math.expm1(high)];
}

/**
 * Finds where the excess becomes 0, in one direction from a place where it is negative. Works on logarithms of the
 * ratio.
 */
function edge(excess: (log: number) => number, from: number, direction: 1 | -1): number {
  let [inside, outside, step] = [from, from, 0.05];
  let [atInside, atOutside] = [excess(from), -1];
  while (atOutside <= 0) {
    if (outside !== from) [inside, atInside] = [outside, atOutside];
    outside += direction * step;
    step *= 2;
    // Beyond a ratio of 1e20 in either direction, the interval is unbounded or ends at 0.
    if (Math.abs(outside - from) > 46) return direction * Infinity;
    atOutside = excess(outside);
  }
  return edgeOf(excess, { inside, atInside, outside, atOutside });
}

/** A place where the excess is negative, and one where it is positive. */
interface Bracket {
  inside: number;
  atInside: number;
  outside: number;
  atOutside: number;
}

/** Finds where the excess becomes 0, by false position with the Illinois step, and by bisection if that is not possible. */
export function edgeOf(excess: (place: number) => number, bracket: Bracket): number {
  let { inside, atInside, outside, atOutside } = bracket;
  for (let round = 0; round < 100 && Math.abs(outside - inside) > 1e-12; round += 1) {
    const isLinear = atInside < 0 && atOutside < Infinity && round % 4 !== 3;
    const share = isLinear ? atInside / (atInside - atOutside) : 0.5;
    const middle = inside + (outside - inside) * share;
    const atMiddle = excess(middle);
    if (atMiddle === 0 || middle === inside || middle === outside) return middle;
    // Halve the value at the end that stays, so that this end moves too.
    if (atMiddle < 0) [inside, atInside, atOutside] = [middle, atMiddle, atOutside / 2];
    else [outside, atOutside, atInside] = [middle, atMiddle, atInside / 2];
  }
  return inside;
}
