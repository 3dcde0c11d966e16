/** Days whose figure is far from those of the same weekday before (Iglewicz and Hoaglin 1993, "How to Detect and Handle Outliers"). */

export const anomalyMetrics = ['visitors', 'conversions', 'spend'] as const;

export type AnomalyMetric = (typeof anomalyMetrics)[number];

export interface Anomaly {
  value: number;
  /** The median of the days compared with. */
  expected: number;
  /** Deviations from it, in units of the standard deviation that the median deviation stands for. Negative below. */
  score: number;
}

/** Weeks compared with, and how many of them must have a figure. */
export const baselineWeeks = 8;
const leastDays = 5;
const threshold = 3.5;

/** A normal distribution's standard deviation for each unit of its median deviation. */
const normalScale = 1.4826;
/** What the median deviation of so few values falls short of that of many (Croux and Rousseeuw 1992, table 2), from five values. */
const fewValues = [1.206, 1.2, 1.14, 1.129];

/**
 * Judges a day by the same weekday of the weeks before.
 * @param baseline their figures; those of weeks before there was anything to count left out
 * @returns null when the day is as others are, or when there are fewer than five to compare with
 */
export function findAnomaly(metric: AnomalyMetric, value: number, baseline: readonly number[]): Anomaly | null {
  if (baseline.length < leastDays) return null;
  const expected = median(baseline);
  const correction = fewValues[baseline.length - leastDays] ?? 1;
  const spread = normalScale * correction * median(baseline.map((one) => Math.abs(one - expected)));
  const score = (value - expected) / Math.max(spread, leastSpread(metric, expected));
  return Math.abs(score) > threshold ? { value, expected, score } : null;
}

/** Between which figures the day would have passed for one like others. None is below zero. */
export function expectedRange({ value, expected, score }: Anomaly): { from: number; to: number } {
  const spread = (value - expected) / score;
  return { from: Math.max(0, expected - threshold * spread), to: expected + threshold * spread };
}

/** Weeks may be alike by chance: counts vary by their square root at least (Poisson), money by a twentieth or one unit. */
const leastSpread = (metric: AnomalyMetric, expected: number): number =>
  metric === 'spend' ? Math.max(1, expected / 20) : Math.sqrt(Math.max(1, expected));

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}
