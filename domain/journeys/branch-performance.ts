import { betaQuantile } from '../statistics/beta';

/** The performance of the arms of branch and experiment steps. */

export interface ArmCounts {
  armId: string;
  /** Distinct subjects that took the arm. */
  subjectsReached: number;
  /** The number of these subjects with a goal event in the window. */
  goalEvents: number;
}

/** Rates are from 0 to 1. */
export interface ArmPerformance extends ArmCounts {
  /** Null if no subject took the arm. */
  rate: number | null;
  /** Absent during the cold start. */
  credibleInterval95?: [low: number, high: number];
  /** Present if the arm has too few subjects for an interval. */
  coldStart?: true;
}

/** The minimum number of subjects for an interval. */
const warm = 200;

/**
 * Computes an arm's rate and its equal-tailed 95% credible interval, from the posterior Beta(1 + goals, 1 + subjects
 * without a goal). The prior is uniform.
 * @throws RangeError if `goalEvents` is greater than `subjectsReached`
 */
export function armPerformance({ armId, subjectsReached, goalEvents }: ArmCounts): ArmPerformance {
  if (goalEvents > subjectsReached) throw new RangeError(`Arm "${armId}": ${goalEvents} goals of ${subjectsReached}.`);
  const rate = subjectsReached === 0 ? null : goalEvents / subjectsReached;
  const counted = { armId, subjectsReached, goalEvents, rate };
  if (subjectsReached < warm) return { ...counted, coldStart: true };
  const [a, b] = [1 + goalEvents, 1 + subjectsReached - goalEvents];
  return { ...counted, credibleInterval95: [betaQuantile(0.025, a, b), betaQuantile(0.975, a, b)] };
}
