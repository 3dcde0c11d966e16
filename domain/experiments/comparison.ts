import { assertInside } from '../statistics/assert-domain';
import { momentsOf, type Moments, type Sums } from '../statistics/moments';
import type { Interval, Proportion } from '../statistics/proportion';
import { adaptiveMeans, differenceEvidence, ratioEvidence } from './adaptive';
import { adjustForPast, type PrePostSums } from './cuped';
import { invertDifference, scoreDifferenceInterval } from './difference-interval';
import { differenceOf, fiellerInterval, pairOf, type MeanPair } from './fieller';
import { twoProportionTest } from './fixed-horizon';
import type { MetricMeasure } from './metrics/schemas';
import { ratioMoments } from './ratio';
import type { StatisticsEngine } from './schemas';
import { invertRatio, koopmanInterval } from './score-interval';
import { sequenceBoundary, type Boundary } from './sequential';
import { studentBoundary, welchDegrees } from './welch';

/** Sums of a metric over the subjects of an arm. Subjects without a value count as 0. */
export interface ArmSums extends Pick<PrePostSums, 'n' | 'post'>, Partial<Pick<PrePostSums, 'pre' | 'sumProducts'>> {
  /** Subjects with events before their exposure. Comparisons are adjusted for `pre` if each arm has at least 100. */
  withPast?: number;
  /** For a ratio, with `post` as numerator. `sumProducts` is the sum of numerator times denominator. */
  denominator?: Omit<Sums, 'n'> & { sumProducts: number };
}

/** Returns the sums of a conversion: each subject's value is 0 or 1. */
export const sumsOfProportion = ({ n, conversions }: Proportion): ArmSums => ({
  n,
  post: { sum: conversions, sumSquares: conversions },
});

/** A test of a treatment against the control, and the lifts that the same test does not reject. */
export interface LiftTest {
  /** Relative: 0.1 is 10% more than the control. Null if the control's value is 0. */
  lift: number | null;
  /** Treatment minus control, in the metric's unit. */
  difference: number;
  /** Two-sided, 0 to 1; 1 if nothing varies. Null while an arm has no subjects. */
  pValue: number | null;
  /** The difference divided by its standard error, squared, for tests that compare means; otherwise null. */
  standardised: number | null;
  /**
   * Returns the interval of the lift, which excludes 0 exactly when p is below the level. Null if an end is not finite,
   * or if nothing varies.
   */
  intervalAt(level: number): Interval | null;
  /**
   * Returns the interval of the difference by the same test: it excludes 0 exactly when p is below the level. Null if
   * nothing can be tested.
   */
  differenceAt(level: number): Interval | null;
}

/** A test, with the unadjusted test if subjects have pre-exposure data. */
export interface MetricTest extends LiftTest {
  unadjusted?: LiftTest;
  /** The share of the difference's variance that the pre-exposure data removed, 0 to 1. */
  varianceReduction?: number;
}

export interface TestSettings {
  engine: StatisticsEngine;
  /** Above 0, below 1. */
  alpha: number;
}

/** Subjects with pre-exposure data that each arm needs before comparisons are adjusted for it. */
const pastNeeded = 100;

/**
 * Tests a metric with the experiment's engine. `frequentist` uses the pooled z test and Koopman's interval for rates,
 * and Welch's t test and Fieller's interval for means. `sequential` and `bayesian` use the asymptotic confidence
 * sequence for both, `thompson` the arms' own sequences. A rate with pre-exposure data is compared as a mean.
 * @throws RangeError for sums that no values can have, and for an alpha outside (0, 1)
 */
export function testMetric(
  measure: MetricMeasure,
  { control, treatment }: { control: ArmSums; treatment: ArmSums },
  settings: TestSettings,
): MetricTest {
  assertInside('alpha', settings.alpha);
  const unadjusted = testUnadjusted(measure, { control, treatment }, settings);
  const adjusted = testAdjusted(measure, { control, treatment }, settings);
  return adjusted === null ? unadjusted : { ...adjusted, unadjusted };
}

function testUnadjusted(
  measure: MetricMeasure,
  { control, treatment }: { control: ArmSums; treatment: ArmSums },
  { engine, alpha }: TestSettings,
): LiftTest {
  const isRate = measure === 'conversion';
  if (isRate && engine === 'frequentist') return pooledTest(proportionOf(control), proportionOf(treatment));
  if (isRate && engine === 'thompson') return adaptiveRateTest(proportionOf(control), proportionOf(treatment), alpha);
  const [a, b] = [momentsFor(measure, control), momentsFor(measure, treatment)];
  if (a === null || b === null || a.n === 0 || b.n === 0) return untested(a, b);
  if (engine === 'thompson') {
    const adaptive = adaptiveMeans(a, b, alpha);
    return meanTest(pairOf(a, b), adaptive);
  }
  const boundary = engine === 'frequentist' ? welchBoundary(a, b) : sequenceBoundary({ n: a.n + b.n, alpha });
  return meanTest(pairOf(a, b), boundary && { pair: pairOf(a, b), boundary });
}

/** Returns null for ratios, without enough pre-exposure data, and if weights follow the results. */
function testAdjusted(
  measure: MetricMeasure,
  { control, treatment }: { control: ArmSums; treatment: ArmSums },
  { engine, alpha }: TestSettings,
): (LiftTest & { varianceReduction: number }) | null {
  if (measure === 'ratio' || engine === 'thompson' || !hasPast(control) || !hasPast(treatment)) return null;
  const adjusted = adjustForPast(control, treatment);
  if (adjusted === null) return null;
  const { pair, df, varianceReduction } = adjusted;
  const n = control.n + treatment.n;
  const boundary = engine === 'frequentist' ? studentBoundary(df) : sequenceBoundary({ n, alpha });
  return { ...meanTest(pair, { pair, boundary }), varianceReduction };
}

/** Returns whether comparisons of the arm are adjusted for pre-exposure data. */
export const hasPast = (arm: ArmSums): arm is ArmSums & PrePostSums =>
  arm.pre !== undefined && arm.sumProducts !== undefined && (arm.withPast ?? arm.n) >= pastNeeded;

const welchBoundary = (control: Moments, treatment: Moments): Boundary | null => {
  const df = welchDegrees(control, treatment);
  return df === null ? null : studentBoundary(df);
};

const proportionOf = ({ n, post }: ArmSums): Proportion => ({ n, conversions: post.sum });

/**
 * Returns mean and variance of a subject's value; for a ratio, those of its linear approximation.
 * @returns null for a ratio with a denominator of 0
 */
export function momentsFor(measure: MetricMeasure, { n, post, denominator }: ArmSums): Moments | null {
  if (measure !== 'ratio') return momentsOf({ n, ...post });
  if (denominator === undefined) throw new RangeError('A ratio has no denominator.');
  const { sumProducts, ...sums } = denominator;
  return ratioMoments({ n, numerator: post, denominator: sums, sumProducts });
}

function untested(control: Moments | null, treatment: Moments | null): LiftTest {
  const [a, b] = [control?.mean ?? 0, treatment?.mean ?? 0];
  return {
    lift: null,
    difference: b - a,
    pValue: null,
    standardised: null,
    intervalAt: () => null,
    differenceAt: () => null,
  };
}

function pooledTest(control: Proportion, treatment: Proportion): LiftTest {
  const [a, b] = [momentsOfRate(control), momentsOfRate(treatment)];
  if (control.n === 0 || treatment.n === 0) return untested(a, b);
  const { pValue, difference } = twoProportionTest(control, treatment);
  const intervalAt = (level: number): Interval | null => koopmanInterval(control, treatment, level);
  const differenceAt = (level: number): Interval => scoreDifferenceInterval(control, treatment, level);
  return { lift: liftOf(a.mean, b.mean), difference, pValue, standardised: null, intervalAt, differenceAt };
}

function adaptiveRateTest(control: Proportion, treatment: Proportion, alpha: number): LiftTest {
  const [a, b] = [momentsOfRate(control), momentsOfRate(treatment)];
  if (control.n === 0 || treatment.n === 0) return untested(a, b);
  const evidence = (ratio: number): number => ratioEvidence(control, treatment, ratio, alpha);
  return {
    lift: liftOf(a.mean, b.mean),
    difference: b.mean - a.mean,
    pValue: Math.min(1, Math.exp(-evidence(1))),
    standardised: null,
    intervalAt: (level) => invertRatio(control, treatment, (ratio) => evidence(ratio) + Math.log(level)),
    differenceAt: (level) =>
      invertDifference(
        control,
        treatment,
        (difference) => differenceEvidence(control, treatment, difference, alpha) + Math.log(level),
      ),
  };
}

/**
 * Tests a difference of means.
 * @param tested the pair with the variances that the boundary is for; null if nothing can be tested
 */
function meanTest(means: MeanPair, tested: { pair: MeanPair; boundary: Boundary } | null): LiftTest {
  const { estimate, variance } = tested === null ? { ...differenceOf(means), variance: 0 } : differenceOf(tested.pair);
  const lift = liftOf(means.control, means.treatment);
  if (tested === null || variance === 0) {
    const none = (): null => null;
    return { lift, difference: estimate, pValue: 1, standardised: null, intervalAt: none, differenceAt: none };
  }
  const { pair, boundary } = tested;
  const standardised = (estimate * estimate) / variance;
  return {
    lift,
    difference: estimate,
    standardised,
    pValue: boundary.pValue(standardised),
    intervalAt: (level) => fiellerInterval(pair, boundary.criticalSquare(level)),
    differenceAt: (level) => {
      const reach = Math.sqrt(boundary.criticalSquare(level) * variance);
      return [estimate - reach, estimate + reach];
    },
  };
}

const momentsOfRate = ({ n, conversions }: Proportion): Moments =>
  momentsOf({ n, sum: conversions, sumSquares: conversions });

const liftOf = (control: number, treatment: number): number | null =>
  control === 0 ? null : (treatment - control) / Math.abs(control);
