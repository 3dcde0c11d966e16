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

/** What was counted of an experiment, by metric and variant. */
export interface ExperimentSums {
  /** The primary one first, then secondary ones and guardrails, as often as they are named. */
  metrics: (MetricSums & { variants: MetricArm[] })[];
  /** Of those who convert; null without amounts. */
  revenue: MetricArm[] | null;
  /** Visitors with amounts in another currency, by variant: the most of any metric. */
  leftOut: { variantId: string; visitors: number }[];
  /** Of them those with amounts in several currencies. */
  several: number;
}

type Counted = Pick<
  ExperimentState,
  'primaryMetric' | 'guardrailMetrics' | 'secondaryMetrics' | 'attributionWindowDays' | 'cuped' | 'variants'
>;

/**
 * The currency of an experiment's amounts: that which all are converted to, else the one in which most visitors paid, by the primary
 * metric where it has amounts.
 */
export function currencyOf(experiment: Counted, outcomes: readonly OutcomeArm[], base: string | null): string | null {
  const primary = metricKey(revenueOf(metricOf(experiment.primaryMetric)));
  const ofPrimary = commonCurrency(outcomes.filter(({ metric }) => metric === primary));
  const paid = ofPrimary ?? commonCurrency(outcomes);
  return paid === null ? null : (base ?? paid);
}

/** The sums of every metric of an experiment, in the order of its variants. */
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
