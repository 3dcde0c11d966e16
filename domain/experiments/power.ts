import { assertCount, assertInside, assertPositive, assertShare } from '../statistics/assert-domain';
import { criticalNormal, normalCdf, normalQuantile } from '../statistics/normal';
import type { StatisticsEngine } from './schemas';
import { boundarySquare } from './sequential';

/** How many subjects an experiment needs. Rates are 0 to 1, sizes are subjects of one arm. */

/** What the control is expected to show, or has shown. */
export interface Baseline {
  /** For each subject: of a conversion its rate, 0 to 1. */
  mean: number;
  /** Of a subject's value, where it is no rate. */
  variance?: number;
}

/** How an experiment decides. */
export interface PlanSettings {
  engine: StatisticsEngine;
  /** Chance of seeing an effect where there is none, two-sided, above 0, below 1. */
  alpha: number;
  /** Chance of seeing the effect that is there, above 0, below 1. */
  targetPower: number;
  /** Variants but the control, a whole number above 0: each is tested at alpha over their number, the first step of Holm's procedure. */
  treatments: number;
  /** The share of the variance that the visitors' past takes away (CUPED), 0 up to below 1; 0 unless given. */
  varianceReduction?: number;
  /** Whether the effect is looked for above the baseline or below it; `up` unless given. Of means it makes no difference. */
  direction?: 'up' | 'down';
}

/**
 * Subjects of each arm that an experiment needs to find a treatment whose mean is `mde` of the control's better, a whole number. Under
 * `frequentist`, with α over the treatments: of rates (z_{1-α/2} √(2 p̄ q̄) + z_power √(p1 q1 + p2 q2))² / d² with d = p2 - p1 and p̄ their
 * mean, which the pooled z test needs; of means 2 v (z_{1-α/2} + z_power)² / δ². The other engines decide by sequences, and plan for the
 * size n at which Φ(δ / se(n) - bound(n)) is the power: a lower bound, as they may stop before.
 * Source: Fleiss, Levin and Paik (2003), 4.3, without continuity correction, as R's power.prop.test; contract, sections 5 and 10.
 * @param mde the smallest effect that matters, relative to the baseline, above 0
 * @returns null for a baseline of 0 or without variance, and where the rate would be 1 or more, or below 0
 * @throws RangeError for a rate outside 0 to 1, for another mde, and for errors that are not between 0 and 1
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
 * The chance, 0 to 1, that n subjects of each arm find an effect of `mde`: the inverse of {@link requiredPerVariant}, under `frequentist`
 * of rates Φ((|d| √n - z_{1-α/2} √(2 p̄ q̄)) / √(p1 q1 + p2 q2)). It leaves out the tail of the other side, as R's power.prop.test does.
 * @returns null and @throws as {@link requiredPerVariant}
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
 * The smallest effect, relative to the baseline, that n subjects of each arm find with the wanted power.
 * @returns null as {@link requiredPerVariant}, and where no rate is far enough away
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

/** The largest effect, relative to a rate, that leaves one: below 1 upwards, all of it downwards. */
const largestOfRate = (rate: number, { direction }: PlanSettings): number =>
  direction === 'down' ? 1 : (1 / rate - 1) * (1 - 1e-12);

/** What an evaluation with n subjects of each arm needs: standard errors, and what the size is worth with less variance. */
function lookAt(settings: PlanSettings & { n: number }): { worth: number; critical: number } {
  const { engine, alpha, treatments, n, varianceReduction = 0 } = settings;
  const level = alpha / treatments;
  const critical =
    engine === 'frequentist' ? criticalNormal(level) : Math.sqrt(boundarySquare({ n: 2 * n, alpha: level }));
  return { worth: n / (1 - varianceReduction), critical };
}

/** What a calculator is asked. */
export interface ExperimentPlan extends Omit<PlanSettings, 'treatments'> {
  baseline: Baseline;
  /** The smallest effect that matters, relative to the baseline, above 0. */
  mde: number;
  /** With the control, a whole number from 2 up. */
  variants: number;
  /** Those who take part, above 0. */
  dailyVisitors: number;
}

/**
 * What an experiment takes: subjects of each variant ({@link requiredPerVariant}), of all, and whole days.
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
  /** Of means, above 0. */
  difference: number;
  /** Standard deviations of the difference of one subject in each arm: as the test has it, and as it is. */
  atNull: number;
  atEffect: number;
}

/** The pooled test has one rate for both arms; sequences and tests of means have a variance for each. */
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

/** The smallest number from which on something holds, to about nine digits. @returns null where it holds for none below `below` */
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
