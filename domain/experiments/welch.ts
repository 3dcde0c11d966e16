import type { Moments } from '../statistics/moments';
import type { Interval } from '../statistics/proportion';
import { criticalStudent, twoSidedStudent } from '../statistics/student';
import { difference, relativeLift, type Effect } from './lift';

export type EffectScale = 'relative' | 'absolute';

export interface WelchTest extends Effect {
  /** Degrees of freedom. */
  df: number;
  /** Two-sided, 0 to 1. */
  pValue: number;
  /** In the unit of the effect: a share of the control's mean, or the metric's own. */
  interval: Interval;
}

/**
 * Welch's t test of two means of unlike variances, such as revenue for each visitor: the effect over its standard error against
 * Student's t. On the relative scale the error is that of the delta method; the degrees of freedom are on both scales
 * (vA/nA + vB/nB)² / ((vA/nA)²/(nA-1) + (vB/nB)²/(nB-1)).
 * Source: B. L. Welch, Biometrika 34 (1947), 28-35; GrowthBook's gbstats for the relative scale.
 * @param alpha 1 - the interval's confidence, above 0, below 1
 * @returns null where there is nothing to test: an arm of fewer than two subjects, no variance at all, a relative effect against 0
 * @throws RangeError for another alpha
 */
export function welchTest(
  control: Moments,
  treatment: Moments,
  { scale, alpha }: { scale: EffectScale; alpha: number },
): WelchTest | null {
  const effect = (scale === 'relative' ? relativeLift : difference)(control, treatment);
  const df = welchDegrees(control, treatment);
  return effect === null || df === null ? null : testOf(effect, df, alpha);
}

/** @returns null for an arm of fewer than two subjects, and without any variance */
export function welchDegrees(control: Moments, treatment: Moments): number | null {
  if (control.n < 2 || treatment.n < 2) return null;
  const [a, b] = [control.variance / control.n, treatment.variance / treatment.n];
  if (a + b === 0) return null;
  return (a + b) ** 2 / (a ** 2 / (control.n - 1) + b ** 2 / (treatment.n - 1));
}

/** An effect against Student's t. @returns null for an effect without error @throws RangeError for an alpha outside (0, 1) */
export function testOf(effect: Effect, df: number, alpha: number): WelchTest | null {
  const half = criticalStudent(alpha, df) * effect.standardError;
  if (effect.standardError === 0) return null;
  return {
    ...effect,
    df,
    pValue: twoSidedStudent(effect.estimate / effect.standardError, df),
    interval: [effect.estimate - half, effect.estimate + half],
  };
}
