import { criticalNormal } from '../statistics/normal';
import { edgeOf } from './score-interval';
import { assertProportion, rateOf, type Interval, type Proportion } from '../statistics/proportion';

/**
 * Returns the maximum likelihood estimates of both rates if the treatment's rate is the control's plus `difference`.
 * The control's is the root of the likelihood's derivative, a cubic, between the ends of its range.
 * Source: O. Miettinen and M. Nurminen, Statistics in Medicine 4 (1985), 213-226.
 * @param difference -1 to 1
 */
export function ratesWithDifference(control: Proportion, treatment: Proportion, difference: number): [number, number] {
  const [x, y] = [control.conversions, treatment.conversions];
  // The derivative of the log-likelihood falls over the whole range, so that bisection finds its only root.
  const slope = (rate: number): number =>
    score(x, rate) -
    score(control.n - x, 1 - rate) +
    score(y, rate + difference) -
    score(treatment.n - y, 1 - rate - difference);
  let [low, high] = [Math.max(0, -difference), Math.min(1, 1 - difference)];
  for (let round = 0; round < 60 && high - low > 1e-15; round += 1) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  const rate = (low + high) / 2;
  return [rate, Math.min(1, Math.max(0, rate + difference))];
}

/** Subjects divided by their rate: 0 without subjects, whatever the rate. */
const score = (subjects: number, rate: number): number => (subjects === 0 ? 0 : subjects / Math.max(rate, 1e-300));

/**
 * Returns the square of the score statistic of pB = pA + difference: d² over the variance under the restricted rates. At
 * 0 it is the square of the pooled z.
 */
function differenceScore(control: Proportion, treatment: Proportion, difference: number): number {
  const [a, b] = ratesWithDifference(control, treatment, difference);
  const away = rateOf(treatment) - rateOf(control) - difference;
  const variance = (a * (1 - a)) / control.n + (b * (1 - b)) / treatment.n;
  if (variance > 1e-15) return (away * away) / variance;
  return Math.abs(away) <= 1e-9 ? 0 : Infinity;
}

/**
 * Returns Mee's score interval of the difference pB - pA: the differences that the score test does not reject. It
 * excludes 0 exactly when the pooled z test rejects.
 * Source: R. W. Mee, Biometrics 40 (1984), 1175-1176.
 * @param alpha 1 minus the interval's confidence, above 0, below 1
 * @throws RangeError for an alpha outside this range, unless the counts are whole numbers, and for an arm without
 *   subjects
 */
export function scoreDifferenceInterval(control: Proportion, treatment: Proportion, alpha: number): Interval {
  const critical = criticalNormal(alpha) ** 2;
  return invertDifference(
    control,
    treatment,
    (difference) => differenceScore(control, treatment, difference) - critical,
  );
}

/**
 * Returns the differences at which a test of pB = pA + difference does not reject.
 * @param excess of the test's statistic over its critical value: above 0 it rejects; rises on both sides of the
 *   observed difference
 * @throws RangeError unless the counts are whole numbers, and for an arm without subjects
 */
export function invertDifference(
  control: Proportion,
  treatment: Proportion,
  excess: (difference: number) => number,
): Interval {
  for (const arm of [control, treatment]) {
    assertProportion(arm);
    if (arm.n === 0) throw new RangeError('An arm has no subjects.');
  }
  const observed = rateOf(treatment) - rateOf(control);
  return [edgeTowards(excess, observed, -1), edgeTowards(excess, observed, 1)];
}

/** Finds where the excess becomes 0 between `inside`, where it is negative, and `end`; `end` if it is negative up to there. */
export function edgeTowards(excess: (value: number) => number, inside: number, end: number): number {
  let [near, atNear] = [inside, excess(inside)];
  for (let share = 1 / 64; near !== end; share *= 2) {
    const far = share >= 1 ? end : inside + (end - inside) * share;
    const atFar = excess(far);
    if (atFar > 0) return edgeOf(excess, { inside: near, atInside: atNear, outside: far, atOutside: atFar });
    [near, atNear] = [far, atFar];
  }
  return end;
}
