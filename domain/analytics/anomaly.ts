/**
 * Finds days with figures far from those of the same weekday in previous weeks (Iglewicz and Hoaglin 1993, "How to
 * Detect and Handle Outliers").
 */

export const anomalyMetrics = ['visitors', 'conversions', 'spend'] as const;

export type AnomalyMetric = (typeof anomalyMetrics)[number];

export interface Anomaly {
  value: number;
  /** The median of the baseline days. */
  expected: number;
  /** Distance from the median, in standard deviations estimated from the median absolute deviation. Negative below. */
  score: number;
}

/** Number of baseline weeks, and the minimum number of figures they must have. */
export const baselineWeeks = 8;
const leastDays = 5;
const threshold = 3.5;

/** Standard deviation of a normal distribution divided by its median absolute deviation. */
const normalScale = 1.4826;
/**
 * Small-sample correction of the median absolute deviation (Croux and Rousseeuw 1992, table 2), starting at five
 * values.
 */
const fewValues = [1.206, 1.2, 1.14, 1.129];

/**
 * Compares a day with the same weekday of the previous weeks.
 * @param baseline their figures, without weeks before the first figure
 * @returns null if the day is not unusual, or if the baseline has fewer than five figures
 */
export function findAnomaly(metric: AnomalyMetric, value: number, baseline: readonly number[]): Anomaly | null {
  if (baseline.length < leastDays) return null;
  const expected = median(baseline);
  const correction = fewValues[baseline.length - leastDays] ?? 1;
  const spread = normalScale * correction * median(baseline.map((one) => Math.abs(one - expected)));
  const score = (value - expected) / Math.max(spread, leastSpread(metric, expected));
  return Math.abs(score) > threshold ? { value, expected, score } : null;
}

/** Returns the range of figures that would not be an anomaly. Both ends are 0 or more. */
export function expectedRange({ value, expected, score }: Anomaly): { from: number; to: number } {
  const spread = (value - expected) / score;
  return { from: Math.max(0, expected - threshold * spread), to: expected + threshold * spread };
}

/** Describes the figure of a day: `706, usually 201 to 482`. */
export function describeAnomaly(metric: AnomalyMetric, anomaly: Anomaly): string {
  const { from, to } = expectedRange(anomaly);
  const figure = (value: number): string =>
    value.toLocaleString('en-US', { maximumFractionDigits: metric === 'spend' && value < 10 ? 2 : 0 });
  return `${figure(anomaly.value)}, usually ${figure(from)} to ${figure(to)}`;
}

/**
 * Returns the minimum spread, because weeks can be similar by chance. Counts vary by at least their square root
 * (Poisson), money by at least a twentieth or one unit.
 */
const leastSpread = (metric: AnomalyMetric, expected: number): number =>
  metric === 'spend' ? Math.max(1, expected / 20) : Math.sqrt(Math.max(1, expected));

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}
