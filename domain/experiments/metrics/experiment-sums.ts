import type { ExperimentState } from '../life';
import type { MetricSums } from '../metric-results';
import {
  armSums,
  commonCurrency,
  severalCurrencies,
  type ExposedArm,
  type MetricArm,
  type OutcomeArm,
} from './arm-sums';
import { metricKey, revenueOf } from './counted-metric';
import { metricsByRole } from './experiment-metrics';
import { metricOf, type Metric } from './metric';

/** Sums of an experiment, by metric and variant. */
export interface ExperimentSums {
  /** The primary metric first, then secondary metrics and guardrails. Metrics that are named twice appear twice. */
  metrics: (MetricSums & { variants: MetricArm[] })[];
  /** Revenue of visitors who convert; null without amounts. */
  revenue: MetricArm[] | null;
  /** Visitors with amounts in another currency, by variant: the maximum over all metrics. */
  leftOut: { variantId: string; visitors: number }[];
  /** Visitors with amounts in several currencies: the maximum over all metrics. */
  several: number;
}

type Counted = Pick<
  ExperimentState,
  'primaryMetric' | 'guardrailMetrics' | 'secondaryMetrics' | 'attributionWindowDays' | 'cuped' | 'variants'
>;

/**
 * Returns the currency of an experiment's amounts: the currency that all amounts are converted to, otherwise the one in
 * which most visitors paid, by the primary metric if it has amounts.
 */
export function currencyOf(experiment: Counted, outcomes: readonly OutcomeArm[], base: string | null): string | null {
  const primary = metricKey(revenueOf(metricOf(experiment.primaryMetric)));
  const ofPrimary = commonCurrency(outcomes.filter(({ metric }) => metric === primary));
  const paid = ofPrimary ?? commonCurrency(outcomes);
  return paid === null ? null : (base ?? paid);
}

/** Returns the sums of every metric of an experiment, in the order of its variants. */
export function sumsOfExperiment(
  experiment: Counted,
  exposed: readonly ExposedArm[],
  outcomes: readonly OutcomeArm[],
  currency: string | null,
): ExperimentSums {
  const arms = experiment.variants.map(({ id }) => {
    const found = exposed.find(({ variantId }) => variantId === id);
    return found ?? { variantId: id, exposures: 0, withPast: 0 };
  });
  const ofMetric = (metric: Metric): OutcomeArm[] => outcomes.filter((outcome) => outcome.metric === metricKey(metric));
  const options = { currency, hasPast: experiment.cuped };
  const metrics = metricsByRole(experiment).map(({ metric, role }) => ({
    metric: metric.metric,
    measure: metric.measure,
    role,
    direction: metric.direction,
    margin: metric.margin,
    variants: armSums(metric, arms, ofMetric(metric), options),
  }));
  const paid = revenueOf(metricOf(experiment.primaryMetric));
  const revenue = currency === null ? null : armSums(paid, arms, ofMetric(paid), options);
  const leftOut = arms.map(({ variantId }, index) => ({
    variantId,
    visitors: Math.max(
      0,
      ...[...metrics.map(({ variants }) => variants), revenue ?? []].map((all) => all[index]?.leftOut ?? 0),
    ),
  }));
  const mixed = new Map<string, number>();
  for (const { metric, currency: paid, visitors } of outcomes) {
    if (paid === severalCurrencies) mixed.set(metric, (mixed.get(metric) ?? 0) + visitors);
  }
  return { metrics, revenue, leftOut, several: Math.max(0, ...mixed.values()) };
}
