import type { Moments } from '../statistics/moments';
import { criticalNormal } from '../statistics/normal';
import { rateOf, type Interval, type Proportion } from '../statistics/proportion';

/** An effect and its standard error, in the same unit. */
export interface Effect {
  estimate: number;
  standardError: number;
}

/**
 * The relative lift of a mean: (mB - mA) / |mA|, 0.1 for a tenth more, and its standard error by the delta method:
 * se² = vB / (nB mA²) + vA mB² / (nA mA⁴). Source: W. G. Cochran, "Sampling techniques" (1977), 6.4; contract, section 10.
 * @returns null where the control's mean is 0, and while an arm has no subjects
 */
export function relativeLift(control: Moments, treatment: Moments): Effect | null {
  if (control.mean === 0 || control.n === 0 || treatment.n === 0) return null;
  const square = control.mean * control.mean;
  const fromTreatment = treatment.variance / (treatment.n * square);
  const fromControl = (control.variance * treatment.mean * treatment.mean) / (control.n * square * square);
  return {
    estimate: (treatment.mean - control.mean) / Math.abs(control.mean),
    standardError: Math.sqrt(fromTreatment + fromControl),
  };
}

/** The difference of means, mB - mA, in their unit: se² = vA / nA + vB / nB. @returns null while an arm has no subjects */
export function difference(control: Moments, treatment: Moments): Effect | null {
  if (control.n === 0 || treatment.n === 0) return null;
  return {
    estimate: treatment.mean - control.mean,
    standardError: Math.sqrt(control.variance / control.n + treatment.variance / treatment.n),
  };
}

/**
 * The interval of an effect by the normal quantile: estimate ± z_{1-α/2} se, in the effect's unit.
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @throws RangeError for another alpha
 */
export function normalInterval({ estimate, standardError }: Effect, alpha: number): Interval {
  const half = criticalNormal(alpha) * standardError;
  return [estimate - half, estimate + half];
}

/**
 * Katz's interval of the relative lift, by the logarithm of the ratio: exp(ln(pB/pA) ± z √((1-pA)/xA + (1-pB)/xB)) - 1. It never
 * goes below -1. Source: Katz, Baptista, Azen and Pike, Biometrics 34 (1978), 469-474.
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @returns null where an arm has no conversions
 * @throws RangeError for another alpha, and for counts that are not whole
 */
export function katzInterval(control: Proportion, treatment: Proportion, alpha: number): Interval | null {
  const [a, b] = [rateOf(control), rateOf(treatment)];
  const z = criticalNormal(alpha);
  if (control.conversions === 0 || treatment.conversions === 0) return null;
  const half = z * Math.sqrt((1 - a) / control.conversions + (1 - b) / treatment.conversions);
  return [(b / a) * Math.exp(-half) - 1, (b / a) * Math.exp(half) - 1];
}
