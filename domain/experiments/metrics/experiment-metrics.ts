import type { ExperimentState } from '../life';
import type { MetricRole } from '../metric-results';
import type { ExperimentMetrics } from './counted-metric';
import { metricOf, signedMetricOf, type Metric } from './metric';

type Metrics = Pick<
  ExperimentState,
  'primaryMetric' | 'guardrailMetrics' | 'secondaryMetrics' | 'attributionWindowDays' | 'cuped'
>;

/** Every metric of an experiment with what it is for, the primary one first, as often as it is named. */
export function metricsByRole(experiment: Metrics): { metric: Metric; role: MetricRole }[] {
  const { primaryMetric, guardrailMetrics, secondaryMetrics } = experiment;
  const of = (role: MetricRole, metrics: readonly Metric[]) => metrics.map((metric) => ({ metric, role }));
  return [
    ...of('primary', [metricOf(primaryMetric)]),
    ...of('secondary', secondaryMetrics.map(signedMetricOf)),
    ...of('guardrail', guardrailMetrics.map(signedMetricOf)),
  ];
}

/** What is counted for an experiment. */
export function metricsOf(experiment: Metrics): ExperimentMetrics {
  const [primary, ...others] = metricsByRole(experiment).map(({ metric }) => metric);
  return {
    primary: primary ?? metricOf(null),
    others,
    windowDays: experiment.attributionWindowDays,
    cuped: experiment.cuped,
  };
}
