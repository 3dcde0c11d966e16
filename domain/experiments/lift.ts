import type { Moments } from '../statistics/moments';

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
