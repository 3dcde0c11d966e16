import type { Moments } from '../statistics/moments';
import { criticalStudent, twoSidedStudent } from '../statistics/student';
import type { Boundary } from './sequential';

/**
 * Degrees of freedom of Welch's t test of two means of unlike variances, such as revenue for each visitor:
 * (vA/nA + vB/nB)² / ((vA/nA)²/(nA-1) + (vB/nB)²/(nB-1)), with the degrees of freedom of a variance that has others than n - 1.
 * Source: B. L. Welch, Biometrika 34 (1947), 28-35.
 * @returns null for an arm of fewer than two subjects, and without any variance
 */
export function welchDegrees(control: Moments, treatment: Moments): number | null {
  if (control.n < 2 || treatment.n < 2) return null;
  const [a, b] = [control.variance / control.n, treatment.variance / treatment.n];
  if (a + b === 0) return null;
  const [ofA, ofB] = [control.freedom ?? control.n - 1, treatment.freedom ?? treatment.n - 1];
  return (a + b) ** 2 / (a ** 2 / ofA + b ** 2 / ofB);
}

/** What the square of t is compared with. */
export const studentBoundary = (df: number): Boundary => ({
  criticalSquare: (level) => criticalStudent(level, df) ** 2,
  pValue: (square) => twoSidedStudent(Math.sqrt(square), df),
});
