import type { ExperimentState } from '../life';
import type { MetricRole } from '../metric-results';
import type { ExperimentMetrics } from './counted-metric';
import { metricOf, signedMetricOf, type Metric } from './metric';

type Metrics = Pick<
  ExperimentState,
  'primaryMetric' | 'guardrailMetrics' | 'secondaryMetrics' | 'attributionWindowDays' | 'cuped'
>;

/**
 * Returns every metric of an experiment with its role, the primary one first. Metrics that are named twice appear
 * twice.
 */
export function metricsByRole(experiment: Metrics): { metric: Metric; role: MetricRole }[] {
  const { primaryMetric, guardrailMetrics, secondaryMetrics } = experiment;
  const of = (role: MetricRole, metrics: readonly Metric[]) => metrics.map((metric) => ({ metric, role }));
  return [
    ...of('primary', [metricOf(primaryMetric)]),
    ...of('secondary', secondaryMetrics.map(signedMetricOf)),
    ...of('guardrail', guardrailMetrics.map(signedMetricOf)),
  ];
}

/** Returns the metrics to count for an experiment. */
export function metricsOf(experiment: Metrics): ExperimentMetrics {
  const [primary, ...others] = metricsByRole(experiment).map(({ metric }) => metric);
  return {
    primary: primary ?? metricOf(null),
    others,
    windowDays: experiment.attributionWindowDays,
    cuped: experiment.cuped,
  };
}
