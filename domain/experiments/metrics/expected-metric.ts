import { hasPast } from '../comparison';
import { explainedByPast } from '../cuped';
import type { Baseline } from '../power';
import { baselineOf } from '../power-results';
import { armSums, commonCurrency, type ExposedArm, type OutcomeArm } from './arm-sums';
import type { Metric } from './metric';

/** What is expected of a metric, from what it has shown. */
export interface ExpectedMetric {
  /** Null for a ratio over nothing. */
  baseline: Baseline | null;
  /** The share of variance, 0 to 1, that visitors' past is expected to take away (CUPED); 0 where too few have one. */
  varianceReduction: number;
  /** Of amounts, ISO 4217; null without any. */
  currency: string | null;
}

/** @param outcomes of the metric, and of those who are counted in `exposed` */
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
