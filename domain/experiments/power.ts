import { assertCount, assertInside, assertPositive, assertShare } from '../statistics/assert-domain';
import { criticalNormal, normalCdf, normalQuantile } from '../statistics/normal';
import type { StatisticsEngine } from './schemas';
import { boundarySquare } from './sequential';

/** Computes how many subjects an experiment needs. Rates are 0 to 1, sizes are subjects per arm. */

/** The expected or observed figures of the control. */
export interface Baseline {
  /** Mean per subject; for a conversion, its rate, 0 to 1. */
  mean: number;
  /** Variance of a subject's value, for metrics other than rates. */
  variance?: number;
}

/** The settings by which an experiment decides. */
export interface PlanSettings {
  engine: StatisticsEngine;
  /** Chance of finding an effect that does not exist, two-sided, above 0, below 1. */
  alpha: number;
  /** Chance of finding an effect that exists, above 0, below 1. */
  targetPower: number;
  /**
   * Number of variants except the control, a whole number above 0. Each is tested at alpha divided by this number, the
   * first step of Holm's procedure.
   */
  treatments: number;
  /** The share of the variance that pre-exposure data removes (CUPED), 0 up to below 1; default 0. */
  varianceReduction?: number;
  /** Whether the expected effect is above or below the baseline; default `up`. It makes no difference for means. */
  direction?: 'up' | 'down';
}

/**
 * Returns the number of subjects per arm, a whole number, that finds a treatment with a mean that is better by `mde` of
 * the control's.
 *
 * Under `frequentist`, with α divided by the number of treatments: for rates (z_{1-α/2} √(2 p̄ q̄) + z_power √(p1 q1 +
 * p2 q2))² / d², with d = p2 - p1 and p̄ their mean, as the pooled z test needs; for means 2 v (z_{1-α/2} + z_power)² /
 * δ². The other engines decide by sequences. They plan for the size n at which Φ(δ / se(n) - bound(n)) is the power,
 * which is a lower bound because they may stop earlier.
 * Source: Fleiss, Levin and Paik (2003), 4.3, without continuity correction, as R's power.prop.test.
 * @param mde the smallest effect that matters, relative to the baseline, above 0
 * @returns null for a baseline of 0 or without variance, and if the rate would be 1 or more, or below 0
 * @throws RangeError for a rate outside 0 to 1, for an mde outside its range, and for an alpha or a power outside (0,
 *   1)
 */
export function requiredPerVariant(baseline: Baseline, mde: number, settings: PlanSettings): number | null {
  assertPlan(settings);
  const effect = effectOf(baseline, mde, settings);
  if (effect === null) return null;
  const { targetPower, varianceReduction = 0 } = settings;
  const { difference, atNull, atEffect } = effect;
  const quantile = normalQuantile(targetPower);
  if (settings.engine === 'frequentist') {
    const sum = criticalNormal(settings.alpha / settings.treatments) * atNull + quantile * atEffect;
    // A power below alpha / 2 is reached without any subjects.
    return Math.max(1, Math.ceil((Math.max(0, sum) / difference) ** 2 * (1 - varianceReduction)));
  }
  const found = smallestWhere((n) => {
    const { worth, critical } = lookAt({ ...settings, n });
    return difference * Math.sqrt(worth) >= critical * atNull + quantile * atEffect;
  });
  return found === null ? null : Math.max(1, Math.ceil(found));
}

/**
 * Returns the chance, 0 to 1, that n subjects per arm find an effect of `mde`: the inverse of {@link
 * requiredPerVariant}. For rates under `frequentist` it is Φ((|d| √n - z_{1-α/2} √(2 p̄ q̄)) / √(p1 q1 + p2 q2)). The
 * tail on the other side is left out, as in R's power.prop.test.
 * @returns null as {@link requiredPerVariant}
 * @throws RangeError as {@link requiredPerVariant}
 */
export function achievedPowerOf(
  baseline: Baseline,
  mde: number,
  settings: PlanSettings & { n: number },
): number | null {
  assertPlan(settings);
  const effect = effectOf(baseline, mde, settings);
  if (effect === null) return null;
  const { difference, atNull, atEffect } = effect;
  const { worth, critical } = lookAt(settings);
  return normalCdf((difference * Math.sqrt(worth) - critical * atNull) / atEffect);
}

/**
 * Returns the smallest effect, relative to the baseline, that n subjects per arm find with the target power.
 * @returns null as {@link requiredPerVariant}, and if no rate is far enough away
 * @throws RangeError as {@link requiredPerVariant}
 */
export function detectableEffect(baseline: Baseline, settings: PlanSettings & { n: number }): number | null {
  assertPlan(settings);
  const { worth, critical } = lookAt(settings);
  const quantile = normalQuantile(settings.targetPower);
  const isFound = (mde: number): boolean => {
    const { difference, atNull, atEffect } = effectOf(baseline, mde, settings) as PlannedEffect;
    return difference * Math.sqrt(worth) >= critical * atNull + quantile * atEffect;
  };
  const most = baseline.variance === undefined ? largestOfRate(baseline.mean, settings) : 1e6;
  if (!(most > 0 && most < Infinity) || effectOf(baseline, most, settings) === null || !isFound(most)) return null;
  return smallestWhere(isFound, { below: most });
}

/** Returns the largest relative effect that still gives a valid rate: below 1 for `up`, 0 for `down`. */
const largestOfRate = (rate: number, { direction }: PlanSettings): number =>
  direction === 'down' ? 1 : (1 / rate - 1) * (1 - 1e-12);

/**
 * Returns the critical number of standard errors for n subjects per arm, and the size that n is worth after variance
 * reduction.
 */
function lookAt(settings: PlanSettings & { n: number }): { worth: number; critical: number } {
  const { engine, alpha, treatments, n, varianceReduction = 0 } = settings;
  const level = alpha / treatments;
  const critical =
    engine === 'frequentist' ? criticalNormal(level) : Math.sqrt(boundarySquare({ n: 2 * n, alpha: level }));
  return { worth: n / (1 - varianceReduction), critical };
}

/** The input of the sample size calculator. */
export interface ExperimentPlan extends Omit<PlanSettings, 'treatments'> {
  baseline: Baseline;
  /** The smallest effect that matters, relative to the baseline, above 0. */
  mde: number;
  /** Including the control, a whole number from 2 up. */
  variants: number;
  /** Visitors per day who take part, above 0. */
  dailyVisitors: number;
}

/**
 * Returns the size and duration of an experiment: subjects per variant ({@link requiredPerVariant}), subjects in total,
 * and whole days.
 * @returns null as {@link requiredPerVariant}
 * @throws RangeError for a plan outside its domain
 */
export function planExperiment(plan: ExperimentPlan): { perVariant: number; total: number; days: number } | null {
  assertCount('variants', plan.variants);
  if (plan.variants < 2) throw new RangeError('An experiment has at least two variants.');
  assertPositive('dailyVisitors', plan.dailyVisitors);
  const perVariant = requiredPerVariant(plan.baseline, plan.mde, { ...plan, treatments: plan.variants - 1 });
  if (perVariant === null) return null;
  const total = perVariant * plan.variants;
  return { perVariant, total, days: Math.ceil(total / plan.dailyVisitors) };
}

function assertPlan({ alpha, targetPower, treatments, varianceReduction = 0 }: PlanSettings): void {
  assertInside('alpha', alpha);
  assertInside('targetPower', targetPower);
  assertCount('treatments', treatments);
  assertPositive('treatments', treatments);
  if (!(varianceReduction >= 0 && varianceReduction < 1)) {
    throw new RangeError(`The variance reduction is ${varianceReduction}, not 0 to below 1.`);
  }
}

interface PlannedEffect {
  /** Difference of the means, above 0. */
  difference: number;
  /**
   * Standard deviations of the difference between one subject of each arm: as the test assumes it, and the actual one.
   */
  atNull: number;
  atEffect: number;
}

/**
 * Returns the planned effect. The pooled test has one rate for both arms; sequences and tests of means have a variance
 * for each arm.
 */
function effectOf({ mean, variance }: Baseline, mde: number, settings: PlanSettings): PlannedEffect | null {
  assertPositive('mde', mde);
  const difference = Math.abs(mean) * mde;
  if (variance !== undefined) {
    const deviation = Math.sqrt(2 * variance);
    return difference === 0 || variance === 0 ? null : { difference, atNull: deviation, atEffect: deviation };
  }
  assertShare('A rate', mean);
  const other = mean * (settings.direction === 'down' ? 1 - mde : 1 + mde);
  if (mean === 0 || other >= 1 || other < 0) return null;
  const both = (mean + other) / 2;
  const atEffect = Math.sqrt(mean * (1 - mean) + other * (1 - other));
  const isPooled = settings.engine === 'frequentist';
  return { difference, atNull: isPooled ? Math.sqrt(2 * both * (1 - both)) : atEffect, atEffect };
}

/**
 * Finds the smallest number from which a condition is true, to about nine digits.
 * @returns null if it is false up to `below`
 */
function smallestWhere(holds: (value: number) => boolean, { below = 1e18 } = {}): number | null {
  let high = 1;
  while (high <= below && !holds(high)) high *= 2;
  if (high > below && !holds(below)) return null;
  high = Math.min(high, below);
  let low = high / 2;
  while (holds(low) && low > 1e-12) [low, high] = [low / 2, low];
  for (let round = 0; round < 60 && high - low > 1e-9 * high; round += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
