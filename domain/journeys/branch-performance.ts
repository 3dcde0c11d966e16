import { betaQuantile } from '../statistics/beta';

/** How the arms of branch and experiment steps do (specification, "Journeys"). */

export interface ArmCounts {
  armId: string;
  /** Subjects that took the arm, each once. */
  subjectsReached: number;
  /** Those of them with a goal event in the window. */
  goalEvents: number;
}

/** Rates are 0 to 1. */
export interface ArmPerformance extends ArmCounts {
  /** Null while the arm has reached no one. */
  rate: number | null;
  /** Absent while the arm is cold. */
  credibleInterval95?: [low: number, high: number];
  /** There, and true, while the arm has too few subjects for an interval. */
  coldStart?: true;
}

/** Subjects from which on an arm has an interval. */
const warm = 200;

/**
 * An arm's rate and its 95 % credible interval: equal-tailed, of the posterior Beta(1 + goals, 1 + subjects without one), which
 * begins at a uniform prior.
 * @throws RangeError when more subjects reached the goal than the arm
 */
export function armPerformance({ armId, subjectsReached, goalEvents }: ArmCounts): ArmPerformance {
  if (goalEvents > subjectsReached) throw new RangeError(`Arm "${armId}": ${goalEvents} goals of ${subjectsReached}.`);
  const rate = subjectsReached === 0 ? null : goalEvents / subjectsReached;
  const counted = { armId, subjectsReached, goalEvents, rate };
  if (subjectsReached < warm) return { ...counted, coldStart: true };
  const [a, b] = [1 + goalEvents, 1 + subjectsReached - goalEvents];
  return { ...counted, credibleInterval95: [betaQuantile(0.025, a, b), betaQuantile(0.975, a, b)] };
}
