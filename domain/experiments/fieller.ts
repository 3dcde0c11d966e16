import type { Moments } from '../statistics/moments';
import type { Interval } from '../statistics/proportion';

/** Two estimated means, with the variances and the covariance of the estimates. */
export interface MeanPair {
  control: number;
  treatment: number;
  controlVariance: number;
  treatmentVariance: number;
  covariance: number;
}

/** Returns the estimates of two independent arms. */
export const pairOf = (control: Moments, treatment: Moments): MeanPair => ({
  control: control.mean,
  treatment: treatment.mean,
  covariance: 0,
  controlVariance: control.n === 0 ? 0 : control.variance / control.n,
  treatmentVariance: treatment.n === 0 ? 0 : treatment.variance / treatment.n,
});

/** Returns the difference of the means, treatment minus control, and its variance. */
export const differenceOf = (pair: MeanPair): { estimate: number; variance: number } => ({
  estimate: pair.treatment - pair.control,
  variance: Math.max(0, pair.controlVariance + pair.treatmentVariance - 2 * pair.covariance),
});

/**
 * Returns Fieller's interval of the relative lift (mB - mA) / |mA|: the ratios R with (mB - R mA)² <= q² (vB + R² vA -
 * 2 R cov), minus 1. It excludes 0 exactly when the difference is more than q standard errors from 0.
 * Source: E. C. Fieller, JRSS B 16 (1954), 175-185.
 * @param criticalSquare q², above 0
 * @returns null if the control's mean is too close to 0 (mA² <= q² vA), because the interval is then unbounded, and if
 *   nothing varies
 */
export function fiellerInterval(pair: MeanPair, criticalSquare: number): Interval | null {
  const { control, controlVariance, treatmentVariance, covariance } = pair;
  const square = control * control - criticalSquare * controlVariance;
  if (!(square > 0) || (controlVariance === 0 && treatmentVariance === 0)) return null;
  // With D = R - 1: square D² - 2 half D + rest = 0. Its sign at 0 is exactly the sign of the test of the difference.
  const { estimate, variance } = differenceOf(pair);
  const half = control * estimate - criticalSquare * (covariance - controlVariance);
  const rest = estimate * estimate - criticalSquare * variance;
  const root = Math.sqrt(Math.max(0, half * half - square * rest));
  // Compute the root of larger size first, and the other from their product, to avoid cancellation.
  const far = (half < 0 ? half - root : half + root) / square;
  const near = far === 0 ? 0 : rest / square / far;
  const [low, high] = far < near ? [far, near] : [near, far];
  // If the control's mean is negative, the lift is relative to its absolute value.
  return control < 0 ? [-high, -low] : [low, high];
}
