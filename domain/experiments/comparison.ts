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
 * the delta method; the sequential one both from {@link confidenceSequence} of the lift, or of the difference where an arm has no
 * conversions; the Bayesian ones have an interval, and no p. Source: contract, sections 5 and 10.
 * @throws RangeError for counts that are not whole, and for an alpha outside (0, 1)
 */
export function compareRates(control: Proportion, treatment: Proportion, { engine, alpha }: Engine): Comparison {
  const moments = [rateMoments(control), rateMoments(treatment)] as const;
  const lift = relativeLift(...moments);
  const n = control.n + treatment.n;
  const tested = control.n > 0 && treatment.n > 0;
  if (engine === 'sequential') {
    return {
      ...{ lift: lift?.estimate ?? null, liftInterval95: lift && sequenceInterval(lift, n) },
      pValue: tested ? sequencePValue(...moments, alpha) : null,
    };
  }
  const pValue = tested && !isBayesian(engine) ? twoProportionTest(control, treatment, alpha).pValue : null;
  return { lift: lift?.estimate ?? null, liftInterval95: lift && fixedInterval(lift), pValue };
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

/** The lift has no error, and so no p, where the treatment has no conversions, and is undefined where the control has none. */
function sequencePValue(control: Moments, treatment: Moments, alpha: number): number {
  const n = control.n + treatment.n;
  const lift = relativeLift(control, treatment);
  const effect = lift !== null && treatment.mean > 0 ? lift : difference(control, treatment);
  return effect === null ? 1 : confidenceSequence(effect, { n, alpha }).pValue;
}
