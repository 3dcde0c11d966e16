import type { Moments } from '../statistics/moments';
import { rateMoments } from '../statistics/moments';
import type { Interval, Proportion } from '../statistics/proportion';
import { cupedTest, type PrePostSums } from './cuped';
import { twoProportionTest } from './fixed-horizon';
import { difference, normalInterval, relativeLift, type Effect } from './lift';
import { isBayesian } from './recommendation';
import type { StatisticsEngine } from './schemas';
import { confidenceSequence } from './sequential';
import { welchTest } from './welch';

/** A treatment against the control, as an engine sees it. */
export interface Comparison {
  /** Relative: 0.1 is a tenth more than the control. Null where the control has nothing. */
  lift: number | null;
  /** Of the lift. Null as the lift is, and where nothing varies. */
  liftInterval95: Interval | null;
  /** Two-sided, 0 to 1. Null while an arm has no subjects, and under the Bayesian engines. */
  pValue: number | null;
}

interface Engine {
  engine: StatisticsEngine;
  alpha: number;
}

const intervalAlpha = 0.05;

/**
 * The rate of a treatment against the control's. The frequentist engine takes p from {@link twoProportionTest} and the interval from
 * the delta method; the sequential one both from {@link confidenceSequence} of the lift ({@link sequentialLift}), or p from that of the
 * difference where the control has no conversions; the Bayesian ones have an interval, and no p. Source: contract, sections 5 and 10.
 * @throws RangeError for counts that are not whole, and for an alpha outside (0, 1)
 */
export function compareRates(control: Proportion, treatment: Proportion, { engine, alpha }: Engine): Comparison {
  const moments = [rateMoments(control), rateMoments(treatment)] as const;
  const n = control.n + treatment.n;
  if (engine === 'sequential') {
    const lift = sequentialLift(...moments);
    const effect = lift ?? difference(...moments);
    return {
      ...{ lift: lift?.estimate ?? null, liftInterval95: lift && sequenceInterval(lift, n) },
      pValue: effect && confidenceSequence(effect, { n, alpha }).pValue,
    };
  }
  const lift = relativeLift(...moments);
  const tested = control.n > 0 && treatment.n > 0;
  const pValue = tested && !isBayesian(engine) ? twoProportionTest(control, treatment, alpha).pValue : null;
  return { lift: lift?.estimate ?? null, liftInterval95: lift && fixedInterval(lift), pValue };
}

/**
 * The lift of a rate with an error that is no smaller than that of the difference over the control's rate. Below the control's rate the
 * delta method has a smaller one, of 0 without conversions: with few of them, results that are looked at again and again then
 * find a loss that is not there in more than alpha of all experiments (test/simulations). Above the control's rate nothing changes.
 */
function sequentialLift(control: Moments, treatment: Moments): Effect | null {
  const [lift, absolute] = [relativeLift(control, treatment), difference(control, treatment)];
  if (lift === null || absolute === null) return null;
  return { ...lift, standardError: Math.max(lift.standardError, absolute.standardError / control.mean) };
}

/** Sums of a metric over the subjects of an arm, with those from before the exposure where they are known. */
export type ArmSums = Pick<PrePostSums, 'n' | 'post'> & Partial<Pick<PrePostSums, 'pre' | 'sumProducts'>>;

/**
 * The mean of a treatment against the control's, such as revenue for each visitor: by Welch's t, or by the confidence sequence under the
 * sequential engine. Where both arms have sums from before the exposure, their variance is taken off (CUPED).
 * @throws RangeError for sums that no values have, and for an alpha outside (0, 1)
 */
export function compareMeans(
  arms: { control: ArmSums; treatment: ArmSums; moments: readonly [control: Moments, treatment: Moments] },
  { engine, alpha }: Engine,
): Comparison {
  const scale = { scale: 'relative', alpha: intervalAlpha } as const;
  const { control, treatment, moments } = arms;
  const adjusted = hasBefore(control) && hasBefore(treatment) ? cupedTest(control, treatment, scale) : null;
  const test = adjusted ?? welchTest(...moments, scale);
  if (test === null) return { lift: relativeLift(...moments)?.estimate ?? null, liftInterval95: null, pValue: null };
  if (engine !== 'sequential') {
    return { lift: test.estimate, liftInterval95: test.interval, pValue: isBayesian(engine) ? null : test.pValue };
  }
  const n = control.n + treatment.n;
  const { pValue } = confidenceSequence(test, { n, alpha });
  return { lift: test.estimate, liftInterval95: sequenceInterval(test, n), pValue };
}

const hasBefore = (arm: ArmSums): arm is PrePostSums => arm.pre !== undefined && arm.sumProducts !== undefined;

const fixedInterval = (effect: Effect): Interval | null =>
  effect.standardError === 0 ? null : normalInterval(effect, intervalAlpha);

const sequenceInterval = (effect: Effect, n: number): Interval | null =>
  effect.standardError === 0 ? null : confidenceSequence(effect, { n, alpha: intervalAlpha }).interval;
