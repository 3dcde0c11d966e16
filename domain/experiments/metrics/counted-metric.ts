import canonicalize from 'canonicalize';
import type { Metric } from './metric';
import type { MetricMeasure } from './schemas';

/** The fields of a metric that determine its counts. */
export interface CountedMetric {
  /** See {@link metricKey}. */
  key: string;
  numerator: CountedPart;
  /** For a ratio; otherwise null. */
  denominator: CountedPart | null;
  /** Maximum that one visitor adds to the numerator: occurrences, or major units. */
  cap: number | null;
  /** Days of 24 hours after an exposure that count; null for no limit. */
  windowDays: number | null;
  /** Days before the exposure in which the same is counted, to adjust for it. */
  priorDays: number;
}

export interface CountedPart {
  source: CountedSource;
  of: Exclude<MetricMeasure, 'ratio'>;
}

/** The source of a figure: events with a name, or completions of conversions. */
export interface CountedSource {
  /** Null for conversions. */
  eventName: string | null;
  conversions: CountedConversion[];
}

/** The fields of a conversion that determine its completions. */
export interface CountedConversion {
  id: string;
  revision: number;
  /** Events from this time on are matched with the conversion; null if all of its history is. */
  historyBefore: string | null;
}

export interface WorkspaceConversion extends CountedConversion {
  isPrimary: boolean;
}

/** The key of the default metric, for an experiment that does not name one. */
const primaryKey = '';

/** Length of the pre-exposure period in days. */
export const priorDays = 14;

/**
 * Returns the key of what is counted. Whether a visitor converted has the metric's own name as key, unless the metric
 * has a window.
 */
export function metricKey({ metric, measure, ratio, cap, windowDays }: Metric): string {
  if (measure === 'conversion' && windowDays === null) return metric ?? primaryKey;
  const named = { metric, measure, ...ratio, ...(cap !== null && { cap }), ...(windowDays !== null && { windowDays }) };
  return canonicalize(named) ?? primaryKey;
}

/** Returns the revenue of the primary metric, which is shown next to its figures whatever it measures. */
export const revenueOf = (primary: Metric): Metric => ({ ...primary, measure: 'revenue', ratio: null, cap: null });

/** The metrics of an experiment, with the settings that apply to all of them. */
export interface ExperimentMetrics {
  primary: Metric;
  /** Guardrails and secondary metrics. */
  others: readonly Metric[];
  /** The experiment's window, for metrics without their own. */
  windowDays: number | null;
  cuped: boolean;
}

/**
 * Returns what is counted for an experiment, sorted by key and without duplicates. A name means the conversion with
 * this id if there is one, otherwise an event.
 */
export function countedMetrics(
  { primary, others, windowDays, cuped }: ExperimentMetrics,
  conversions: readonly WorkspaceConversion[],
): CountedMetric[] {
  const counted = [primary, revenueOf(primary), ...others].map((metric): CountedMetric => ({
    key: metricKey(metric),
    numerator: { source: sourceOf(metric.metric, conversions), of: countedOf(metric) },
    denominator: metric.ratio && { source: sourceOf(metric.ratio.denominator, conversions), of: 'count' },
    cap: metric.cap,
    windowDays: metric.windowDays ?? windowDays,
    // The delta method of a ratio does not support this adjustment.
    priorDays: cuped && metric.ratio === null ? priorDays : 0,
  }));
  const byKey = new Map(counted.map((metric) => [metric.key, metric]));
  return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

const countedOf = ({ measure, ratio }: Metric): CountedPart['of'] =>
  measure === 'ratio' ? (ratio?.numerator ?? 'count') : measure;

/**
 * Returns the source for a name. Without a name, it is the primary conversion, or all conversions if none is primary.
 */
function sourceOf(name: string | null, conversions: readonly WorkspaceConversion[]): CountedSource {
  const primary = conversions.filter(({ isPrimary }) => isPrimary);
  const byDefault = primary.length > 0 ? primary : conversions;
  const named = name === null ? byDefault : conversions.filter(({ id }) => id === name);
  return {
    eventName: name !== null && named.length === 0 ? name : null,
    conversions: named.map(({ id, revision, historyBefore }) => ({ id, revision, historyBefore })),
  };
}
