import { hasPast } from '../comparison';
import { explainedByPast } from '../cuped';
import type { Baseline } from '../power';
import { baselineOf } from '../power-results';
import { armSums, commonCurrency, type ExposedArm, type OutcomeArm } from './arm-sums';
import type { Metric } from './metric';

/** Expected figures of a metric, based on its previous figures. */
export interface ExpectedMetric {
  /** Null for a ratio with a denominator of 0. */
  baseline: Baseline | null;
  /**
   * The share of variance, 0 to 1, that pre-exposure data is expected to remove (CUPED); 0 if too few visitors have
   * any.
   */
  varianceReduction: number;
  /** Currency of the amounts, ISO 4217; null without amounts. */
  currency: string | null;
}

/**
 * Returns the expected figures of a metric.
 * @param outcomes of the metric, for the visitors counted in `exposed`
 */
export function expectedMetric(metric: Metric, exposed: ExposedArm, outcomes: readonly OutcomeArm[]): ExpectedMetric {
  const currency = commonCurrency(outcomes);
  const [arm] = armSums(metric, [exposed], outcomes, { currency, hasPast: true });
  if (arm === undefined) throw new Error('The sums of an arm are missing.');
  return {
    baseline: baselineOf(metric.measure, arm),
    varianceReduction: hasPast(arm) ? explainedByPast(arm) : 0,
    currency,
  };
}
