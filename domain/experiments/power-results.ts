import { valuesOfEach } from './caution';
import { momentsFor, type ArmSums } from './comparison';
import type { MetricMeasure } from './metrics/schemas';
import type { MetricSums } from './metric-results';
import { achievedPowerOf, detectableEffect, requiredPerVariant, type Baseline, type PlanSettings } from './power';
import type { StatisticsEngine } from './schemas';

export interface PowerResult {
  /** The control's mean for each visitor: of a conversion its rate. */
  baselineRate: number;
  mde: number;
  targetPower: number;
  /** Null while the control has nothing, and where no rate is that far from the control's. Of means at least what thirty values take. */
  requiredPerVariant: number | null;
  /** Exposures of the smallest variant over those required, 0 to 1. */
  progress: number;
  /**
   * The chance, 0 to 1, that the smallest variant's size finds an effect of `mde`. Null as `requiredPerVariant`, and of means while there
   * are fewer than thirty values.
   */
  achievedPower: number | null;
  /** The smallest relative effect that its size finds with `targetPower`. Null while it cannot be computed. */
  detectableEffect: number | null;
}

/**
 * Values that each arm needs, by what all arms have together, before a size counts as reached. Of a mean the size follows from a variance,
 * which two values that happen to be alike make as small as can be; from thirty on Student's t is near the normal law that plans use.
 */
const valuesNeeded = 30;

/**
 * What results say of an experiment's size, by what its control has shown so far. The size of what is no rate is at least that at which
 * each arm has {@link valuesNeeded}.
 * @param active the places of the variants that go on: the smallest of them is waited for
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

/** Subjects of each arm with {@link valuesNeeded}; of a rate the plan itself says it. */
const leastSize = (measure: MetricMeasure, arms: readonly ArmSums[]): number =>
  measure === 'conversion' ? 0 : Math.ceil(valuesNeeded / valuesOfEach(measure, arms));

/** Null for no size, and where there is no end to it, as of amounts that cancel each other. */
function atLeast(least: number, size: number | null): number | null {
  return size === null || !Number.isSafeInteger(least) ? null : Math.max(least, size);
}

/** What an arm has shown, to plan by. @returns null for a ratio over nothing */
export function baselineOf(measure: MetricMeasure, arm: ArmSums): Baseline | null {
  const moments = momentsFor(measure, arm);
  if (moments === null) return null;
  return measure === 'conversion' ? { mean: moments.mean } : { mean: moments.mean, variance: moments.variance };
}
