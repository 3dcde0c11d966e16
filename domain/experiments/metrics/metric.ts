import type { MetricDefinition, MetricDirection, MetricMeasure, MetricSetting } from './schemas';

/** A metric with all defaults filled in. */
export interface Metric {
  /** A conversion's id or an event's name; null for the default, the primary conversion. */
  metric: string | null;
  measure: MetricMeasure;
  /** Null unless the measure is a ratio. */
  ratio: { denominator: string; numerator: 'count' | 'revenue' } | null;
  direction: MetricDirection;
  /** Maximum that one visitor adds: occurrences, or major units of money. */
  cap: number | null;
  /** Days of 24 hours after the exposure that count; null for the experiment's own window. */
  windowDays: number | null;
  /** For a guardrail: the share of the control's figure that may be lost, above 0, below 1. */
  margin: number | null;
}

/** Returns the metric of a setting. A string counts conversions, for compatibility. */
export function metricOf(setting: MetricSetting | null): Metric {
  const { metric, ...given } = typeof setting === 'string' || setting === null ? { metric: setting } : setting;
  const { measure = 'conversion', direction = 'up', ...more }: Omit<MetricDefinition, 'metric'> = given;
  const { denominator, numerator, cap = null, windowDays = null, margin = null } = more;
  // A count divided by itself is always 1, so the ratio means revenue per occurrence.
  const divided = numerator ?? (denominator === metric ? 'revenue' : 'count');
  const ratio = denominator === undefined ? null : { denominator, numerator: divided };
  return { metric, measure, ratio, direction, cap, windowDays, margin };
}

/**
 * Returns a metric as {@link metricOf} does, but reads `-refund` as `refund` with lower being better.
 */
export function signedMetricOf(setting: MetricSetting): Metric {
  if (typeof setting !== 'string' || !setting.startsWith('-')) return metricOf(setting);
  return { ...metricOf(setting.slice(1)), direction: 'down' };
}

/** Returns the name of a metric for a line of text: `refund`, or `-refund` if lower is better. */
export function nameOfSetting(setting: MetricSetting): string {
  if (typeof setting === 'string') return setting;
  return setting.direction === 'down' ? `-${setting.metric}` : setting.metric;
}
