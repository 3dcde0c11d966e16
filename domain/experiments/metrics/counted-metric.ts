import canonicalize from 'canonicalize';
import type { Metric } from './metric';
import type { MetricMeasure } from './schemas';

/** What is counted of visitors, as far as counts depend on it. */
export interface CountedMetric {
  /** See {@link metricKey}. */
  key: string;
  numerator: CountedPart;
  /** Of a ratio; null of all else. */
  denominator: CountedPart | null;
  /** The most that one visitor adds to the numerator: occurrences, or major units. */
  cap: number | null;
  /** Days of 24 hours after an exposure that count; null for no such end. */
  windowDays: number | null;
  /** Days before the exposure over which the same is counted, to adjust for it. */
  priorDays: number;
}

export interface CountedPart {
  source: CountedSource;
  of: Exclude<MetricMeasure, 'ratio'>;
}

/** Where figures come from: events of a name, or completions of conversions. */
export interface CountedSource {
  /** Null for conversions. */
  eventName: string | null;
  conversions: CountedConversion[];
}

/** A conversion as far as its completions depend on it. */
export interface CountedConversion {
  id: string;
  revision: number;
  /** How far back history is matched; null when it is as a whole. */
  historyBefore: string | null;
}

export interface WorkspaceConversion extends CountedConversion {
  isPrimary: boolean;
}

/** The key of the metric of an experiment that names none. */
const primaryKey = '';

/** How long before the exposure visitors' past begins (contract, section 5). */
export const priorDays = 14;

/** Names what is counted. Whether a visitor converted has the metric's own name. */
export function metricKey({ metric, measure, ratio, cap, windowDays }: Metric): string {
  if (measure === 'conversion' && windowDays === null) return metric ?? primaryKey;
  const named = { metric, measure, ...ratio, ...(cap !== null && { cap }), ...(windowDays !== null && { windowDays }) };
  return canonicalize(named) ?? primaryKey;
}

/** The revenue of the primary metric: shown beside its figures, whatever it measures. */
export const revenueOf = (primary: Metric): Metric => ({ ...primary, measure: 'revenue', ratio: null, cap: null });

/** The metrics of an experiment, each with what is counted for it. */
export interface ExperimentMetrics {
  primary: Metric;
  /** Guardrails and secondary metrics. */
  others: readonly Metric[];
  /** Of the experiment, for metrics without a window of their own. */
  windowDays: number | null;
  cuped: boolean;
}

/** What is counted for an experiment, sorted by key, each once. A name is that of a conversion when there is one, else an event's. */
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
    // The delta method of a ratio has no such adjustment.
    priorDays: cuped && metric.ratio === null ? priorDays : 0,
  }));
  const byKey = new Map(counted.map((metric) => [metric.key, metric]));
  return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

const countedOf = ({ measure, ratio }: Metric): CountedPart['of'] =>
  measure === 'ratio' ? (ratio?.numerator ?? 'count') : measure;

/** Without a name it is the primary conversion, and all conversions where none is primary. */
function sourceOf(name: string | null, conversions: readonly WorkspaceConversion[]): CountedSource {
  const primary = conversions.filter(({ isPrimary }) => isPrimary);
  const byDefault = primary.length > 0 ? primary : conversions;
  const named = name === null ? byDefault : conversions.filter(({ id }) => id === name);
  return {
    eventName: name !== null && named.length === 0 ? name : null,
    conversions: named.map(({ id, revision, historyBefore }) => ({ id, revision, historyBefore })),
  };
}
