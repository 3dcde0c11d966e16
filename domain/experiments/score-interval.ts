import { criticalNormal } from '../statistics/normal';
import { assertProportion, rateOf, type Interval, type Proportion } from '../statistics/proportion';

/**
 * The maximum likelihood estimates of both rates where the treatment's is `ratio` times the control's: the smaller root of
 * (nA + nB) R p² - (nA + xB + (nB + xA) R) p + xA + xB = 0 is the control's. Source: Miettinen and Nurminen, Statistics in
 * Medicine 4 (1985), 213-226.
 * @param ratio above 0
 */
export function restrictedRates(control: Proportion, treatment: Proportion, ratio: number): [number, number] {
  const [x, y] = [control.conversions, treatment.conversions];
  const square = (control.n + treatment.n) * ratio;
  const linear = control.n + y + (treatment.n + x) * ratio;
  const root = Math.sqrt(Math.max(0, linear * linear - 4 * square * (x + y)));
  // The smaller root without the digits that subtracting near-equal numbers loses.
  const rate = Math.min((2 * (x + y)) / (linear + root), 1, 1 / ratio);
  return [rate, Math.min(rate * ratio, 1)];
}

/**
 * The square of the score statistic of pB = ratio pA: the chi-square of both arms with the rates of {@link restrictedRates}. At ratio
 * 1 it is the square of the pooled z.
 */
export function ratioScore(control: Proportion, treatment: Proportion, ratio: number): number {
  const [a, b] = restrictedRates(control, treatment, ratio);
  return deviance(control, a) + deviance(treatment, b);
}

/** (x - n p)² / (n p (1 - p)): 0 where nothing deviates, infinite where what was seen cannot be. */
function deviance({ n, conversions }: Proportion, rate: number): number {
  const away = conversions - n * rate;
  const variance = n * rate * (1 - rate);
  if (variance > 0) return (away * away) / variance;
  return Math.abs(away) <= 1e-9 * n ? 0 : Infinity;
}

/**
 * Koopman's score interval of the relative lift pB / pA - 1: the ratios that the score test does not reject. It excludes 0 exactly when
 * the pooled z test rejects. The lower end is -1 where the treatment has no conversions.
 * Source: P. A. R. Koopman, Biometrics 40 (1984), 513-517; contract, section 5.
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @returns null where the control has no conversions, as the upper end is not finite, and where both rates are 1: nothing varies
 * @throws RangeError for another alpha, for counts that are not whole, and for an arm without subjects
 */
export function koopmanInterval(control: Proportion, treatment: Proportion, alpha: number): Interval | null {
  const critical = criticalNormal(alpha) ** 2;
  return invertRatio(control, treatment, (ratio) => ratioScore(control, treatment, ratio) - critical);
}

/**
 * The relative lifts at which a test of pB = ratio pA does not reject, where those are an interval around the observed ratio.
 * @param excess of the test's statistic over its critical value: above 0 it rejects; rises on both sides of the observed ratio
 * @returns null where the control has no conversions, and where both rates are 1
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
  // Without conversions of the treatment the ratios from 0 up are accepted, and only the upper end is looked for.
  const low = b === 0 ? -Infinity : edge(excessAt, top, -1);
  return high === Infinity ? null : [Math.expm1(low), Math.expm1(high)];
}

/**
 * Where the excess becomes 0, from a place where it is below, in a direction: false position with the Illinois step, and halves where
 * that says nothing. In logarithms of the ratio.
 */
function edge(excess: (log: number) => number, from: number, direction: 1 | -1): number {
  let [inside, outside, step] = [from, from, 0.05];
  let [atInside, atOutside] = [excess(from), -1];
  while (atOutside <= 0) {
    if (outside !== from) [inside, atInside] = [outside, atOutside];
    outside += direction * step;
    step *= 2;
    // Beyond a ratio of 1e20 either way: the interval has no end, or that of 0.
    if (Math.abs(outside - from) > 46) return direction * Infinity;
    atOutside = excess(outside);
  }
  for (let round = 0; round < 100 && Math.abs(outside - inside) > 1e-12; round += 1) {
    const isLinear = atInside < 0 && atOutside < Infinity && round % 4 !== 3;
    const share = isLinear ? atInside / (atInside - atOutside) : 0.5;
    const middle = inside + (outside - inside) * share;
    const atMiddle = excess(middle);
    if (atMiddle === 0 || middle === inside || middle === outside) return middle;
    // The end that stays counts for half, so that it moves, too.
    if (atMiddle < 0) [inside, atInside, atOutside] = [middle, atMiddle, atOutside / 2];
    else [outside, atOutside, atInside] = [middle, atMiddle, atInside / 2];
  }
  return inside;
}
