import type { Moments } from '../statistics/moments';
import { criticalStudent, twoSidedStudent } from '../statistics/student';
import type { Boundary } from './sequential';

/**
 * Returns the degrees of freedom of Welch's t test of two means with different variances, such as revenue per visitor:
 * (vA/nA + vB/nB)² / ((vA/nA)²/(nA-1) + (vB/nB)²/(nB-1)). A variance with its own degrees of freedom uses these instead
 * of n - 1. Source: B. L. Welch, Biometrika 34 (1947), 28-35.
 * @returns null if an arm has fewer than two subjects, and if nothing varies
 */
export function welchDegrees(control: Moments, treatment: Moments): number | null {
  if (control.n < 2 || treatment.n < 2) return null;
  const [a, b] = [control.variance / control.n, treatment.variance / treatment.n];
  if (a + b === 0) return null;
  const [ofA, ofB] = [control.freedom ?? control.n - 1, treatment.freedom ?? treatment.n - 1];
  return (a + b) ** 2 / (a ** 2 / ofA + b ** 2 / ofB);
}

/** Returns the boundary for the square of t. */
export const studentBoundary = (df: number): Boundary => ({
  criticalSquare: (level) => criticalStudent(level, df) ** 2,
  pValue: (square) => twoSidedStudent(Math.sqrt(square), df),
});
