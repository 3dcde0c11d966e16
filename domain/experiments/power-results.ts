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
  /** Null while the control has nothing, and where no rate is that far from the control's. */
  requiredPerVariant: number | null;
  /** Exposures of the smallest variant over those required, 0 to 1. */
  progress: number;
  /** The chance, 0 to 1, that the smallest variant's size finds an effect of `mde`. Null as `requiredPerVariant`. */
  achievedPower: number | null;
  /** The smallest relative effect that its size finds with `targetPower`. Null while it cannot be computed. */
  detectableEffect: number | null;
}

/** What results say of an experiment's size, by what its control has shown so far. */
export function powerOf(
  primary: MetricSums,
  { engine, alpha, targetPower, mde }: { engine: StatisticsEngine; alpha: number; targetPower: number; mde: number },
): PowerResult {
  const baseline = baselineOf(primary.measure, primary.variants[0] as ArmSums);
  const treatments = Math.max(1, primary.variants.length - 1);
  const settings: PlanSettings = { engine, alpha, targetPower, treatments };
  const required = baseline && requiredPerVariant(baseline, mde, settings);
  const smallest = Math.min(...primary.variants.map(({ n }) => n));
  return {
    baselineRate: baseline?.mean ?? 0,
    mde,
    targetPower,
    requiredPerVariant: required,
    progress: required === null ? 0 : Math.min(1, smallest / required),
    achievedPower: baseline && smallest > 0 ? achievedPowerOf(baseline, mde, { ...settings, n: smallest }) : null,
    detectableEffect: baseline && smallest > 0 ? detectableEffect(baseline, { ...settings, n: smallest }) : null,
  };
}

/** What an arm has shown, to plan by. @returns null for a ratio over nothing */
export function baselineOf(measure: MetricMeasure, arm: ArmSums): Baseline | null {
  const moments = momentsFor(measure, arm);
  if (moments === null) return null;
  return measure === 'conversion' ? { mean: moments.mean } : { mean: moments.mean, variance: moments.variance };
}
