import { koopmanInterval } from '../experiments/score-interval';
import type { Interval } from '../statistics/proportion';

/**
 * Calibrated impact: the effect of a journey, from a comparison of exposed and held-out subjects.
 */

/** Numbers of subjects. */
export interface CohortCounts {
  exposed: number;
  holdout: number;
}

/** Rates are from 0 to 1. */
export interface Impact {
  triggered: CohortCounts;
  converted: CohortCounts;
  /** 0 if no one was triggered. */
  exposureRate: number;
  holdoutRate: number;
  /** Relative: 0.5 is 50% more than in the holdout. Null if a cohort is empty or the holdout has no conversion. */
  lift: number | null;
  /** Koopman's score interval of the lift. Null if the holdout has no conversion, or if all subjects convert. */
  liftInterval95: Interval | null;
  /** Whether either cohort has too few subjects for a conclusion. */
  underpowered: boolean;
}

/** The subjects that each cohort needs for a meaningful rate. */
const powered = 100;

/** @throws RangeError if more subjects converted than were triggered */
export function impactOf(triggered: CohortCounts, converted: CohortCounts): Impact {
  const exposureRate = rateOf(triggered.exposed, converted.exposed);
  const holdoutRate = rateOf(triggered.holdout, converted.holdout);
  const defined = triggered.exposed > 0 && holdoutRate > 0;
  return {
    triggered,
    converted,
    exposureRate,
    holdoutRate,
    liftInterval95: defined ? intervalOf(triggered, converted) : null,
    lift: defined ? (exposureRate - holdoutRate) / holdoutRate : null,
    underpowered: Math.min(triggered.exposed, triggered.holdout) < powered,
  };
}

const intervalOf = (triggered: CohortCounts, converted: CohortCounts): Interval | null =>
  koopmanInterval(
    { n: triggered.holdout, conversions: converted.holdout },
    { n: triggered.exposed, conversions: converted.exposed },
    0.05,
  );

function rateOf(subjects: number, conversions: number): number {
  if (conversions > subjects) throw new RangeError(`${conversions} of ${subjects} subjects converted.`);
  return subjects === 0 ? 0 : conversions / subjects;
}
