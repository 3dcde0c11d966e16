import { criticalStudent } from '../statistics/student';
import type { Interval } from '../statistics/proportion';
import { rateSequence, tunedForArm } from './adaptive';
import { credibleInterval } from './bayesian';
import { momentsFor, type ArmSums, type TestSettings } from './comparison';
import type { MetricMeasure } from './metrics/schemas';
import { sequenceBoundary } from './sequential';

/**
 * Returns the interval of an arm's own value at confidence 1 - alpha. Under `frequentist` and `bayesian` it is valid
 * for one look: the credible interval of a rate, Student's interval of a mean. Under `sequential` and `thompson` it is
 * valid for all looks together: the confidence sequence over the arm's own subjects.
 * @returns null if there are too few subjects, if nothing varies, and for a ratio with a denominator of 0
 * @throws RangeError for sums that no values can have, and for an alpha outside (0, 1)
 */
export function valueInterval(measure: MetricMeasure, arm: ArmSums, { engine, alpha }: TestSettings): Interval | null {
  const isSequential = engine === 'sequential' || engine === 'thompson';
  if (measure === 'conversion') {
    const [n, conversions] = [arm.n, arm.post.sum];
    if (n === 0) return null;
    if (isSequential) return rateSequence({ n, conversions }, alpha);
    return credibleInterval({ successes: conversions, failures: n - conversions }, alpha);
  }
  const moments = momentsFor(measure, arm);
  if (moments === null || moments.n < 2 || moments.variance === 0) return null;
  const { n, mean, variance, freedom = n - 1 } = moments;
  const critical = isSequential
    ? Math.sqrt(sequenceBoundary({ n, alpha, tuning: tunedForArm }).criticalSquare(alpha))
    : criticalStudent(alpha, freedom);
  const reach = critical * Math.sqrt(variance / n);
  return [mean - reach, mean + reach];
}
