import type { MetricDefinition, MetricDirection, MetricMeasure, MetricSetting } from './schemas';

/** A metric with everything said: what is not given has its default. */
export interface Metric {
  /** A conversion's id or an event's name; null for the default, the primary conversion. */
  metric: string | null;
  measure: MetricMeasure;
  /** There for ratios, and only for them. */
  ratio: { denominator: string; numerator: 'count' | 'revenue' } | null;
  direction: MetricDirection;
  /** The most that one visitor adds: occurrences, or major units of money. */
  cap: number | null;
  /** Days of 24 hours after the exposure that count; null for those of the experiment. */
  windowDays: number | null;
  /** Of a guardrail: the share of the control's figure that may be lost, above 0, below 1. */
  margin: number | null;
}

/** The metric that a setting names. A string counts conversions, as it always did. */
export function metricOf(setting: MetricSetting | null): Metric {
  const { metric, ...given } = typeof setting === 'string' || setting === null ? { metric: setting } : setting;
  const { measure = 'conversion', direction = 'up', ...more }: Omit<MetricDefinition, 'metric'> = given;
  const { denominator, numerator, cap = null, windowDays = null, margin = null } = more;
  // A count by itself is always 1: what is meant is revenue by occurrence.
  const divided = numerator ?? (denominator === metric ? 'revenue' : 'count');
  const ratio = denominator === undefined ? null : { denominator, numerator: divided };
  return { metric, measure, ratio, direction, cap, windowDays, margin };
}

/** As {@link metricOf}, where `-refund` is `refund` with lower being better (contract, section 10). */
export function signedMetricOf(setting: MetricSetting): Metric {
  if (typeof setting !== 'string' || !setting.startsWith('-')) return metricOf(setting);
  return { ...metricOf(setting.slice(1)), direction: 'down' };
}

/** What names a metric in a line of text: `refund`, or `-refund` where lower is better. */
export function nameOfSetting(setting: MetricSetting): string {
  if (typeof setting === 'string') return setting;
  return setting.direction === 'down' ? `-${setting.metric}` : setting.metric;
}
