import { valuesOfEach } from './caution';
import { momentsFor, type ArmSums } from './comparison';
import type { MetricMeasure } from './metrics/schemas';
import type { MetricSums } from './metric-results';
import { achievedPowerOf, detectableEffect, requiredPerVariant, type Baseline, type PlanSettings } from './power';
import type { StatisticsEngine } from './schemas';

export interface PowerResult {
  /** The control's mean per visitor; for a conversion, its rate. */
  baselineRate: number;
  mde: number;
  targetPower: number;
  /**
   * Null while the control has no data, and if no rate is that far from the control's. For means, at least the size
   * that gives thirty values.
   */
  requiredPerVariant: number | null;
  /** Exposures of the smallest variant divided by the required ones, 0 to 1. */
  progress: number;
  /**
   * The chance, 0 to 1, that the smallest variant's size finds an effect of `mde`. Null in the same cases as
   * `requiredPerVariant`, and for means with fewer than thirty values.
   */
  achievedPower: number | null;
  /** The smallest relative effect that this size finds with `targetPower`. Null while it cannot be computed. */
  detectableEffect: number | null;
}

/**
 * Values that each arm needs, at the average of all arms together, before a size counts as reached. The size for a mean
 * follows from a variance, which can be arbitrarily small for two values that happen to be similar. From thirty values
 * on, Student's t is close to the normal distribution that plans use.
 */
const valuesNeeded = 30;

/**
 * Returns the power of an experiment, based on what its control has shown so far. For metrics other than rates, the
 * required size is at least the one at which each arm has {@link valuesNeeded}.
 * @param active indexes of the variants that continue; the smallest of them determines the progress
 */
export function powerOf(
  primary: MetricSums,
  { engine, alpha, targetPower, mde }: { engine: StatisticsEngine; alpha: number; targetPower: number; mde: number },
  active: readonly number[] = primary.variants.map((_, index) => index),
): PowerResult {
  const { measure, direction, variants } = primary;
  const arms = active.map((index) => variants[index] as ArmSums);
  const baseline = baselineOf(measure, variants[0] as ArmSums);
  const treatments = Math.max(1, variants.length - 1);
  const settings: PlanSettings = { engine, alpha, targetPower, treatments, direction };
  const least = leastSize(measure, arms);
  const required = baseline && atLeast(least, requiredPerVariant(baseline, mde, settings));
  const smallest = Math.min(...arms.map(({ n }) => n));
  const isKnown = smallest > 0 && smallest >= least;
  return {
    baselineRate: baseline?.mean ?? 0,
    mde,
    targetPower,
    requiredPerVariant: required,
    progress: required === null ? 0 : Math.min(1, smallest / required),
    achievedPower: baseline && isKnown ? achievedPowerOf(baseline, mde, { ...settings, n: smallest }) : null,
    detectableEffect: baseline && isKnown ? detectableEffect(baseline, { ...settings, n: smallest }) : null,
  };
}

/** Returns the subjects per arm that give {@link valuesNeeded}. For a rate, the plan itself is enough. */
const leastSize = (measure: MetricMeasure, arms: readonly ArmSums[]): number =>
  measure === 'conversion' ? 0 : Math.ceil(valuesNeeded / valuesOfEach(measure, arms));

/**
 * Returns the larger size. Null without a size, and if the minimum is infinite, as for amounts that cancel each other
 * out.
 */
function atLeast(least: number, size: number | null): number | null {
  return size === null || !Number.isSafeInteger(least) ? null : Math.max(least, size);
}

/**
 * Returns what an arm has shown, as a baseline for plans.
 * @returns null for a ratio with a denominator of 0
 */
export function baselineOf(measure: MetricMeasure, arm: ArmSums): Baseline | null {
  const moments = momentsFor(measure, arm);
  if (moments === null) return null;
  return measure === 'conversion' ? { mean: moments.mean } : { mean: moments.mean, variance: moments.variance };
}
