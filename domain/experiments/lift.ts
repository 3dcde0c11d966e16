import type { Moments } from '../statistics/moments';
import { criticalNormal } from '../statistics/normal';
import type { Interval } from '../statistics/proportion';

/** An effect and its standard error, in the same unit. */
export interface Effect {
  estimate: number;
  standardError: number;
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
