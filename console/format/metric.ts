const primaryConversion = 'Primary conversion';

type Metric = string | { metric: string; measure?: string | undefined } | null;

/**
 * Returns the titles of metrics: the names of conversions, and the names of events as they are.
 * @param primaryMetric the id of the workspace's primary conversion, which an experiment without a metric counts; null without one
 * @param nameOf returns the name of a conversion by its id
 */
export const metricTitles =
  (primaryMetric: string | null, nameOf: (id: string) => string | undefined) =>
  (metric: string | null): string =>
    metric === null
      ? ((primaryMetric === null ? undefined : nameOf(primaryMetric)) ?? primaryConversion)
      : (nameOf(metric) ?? metric);

/** Names a metric: a conversion or event by its name, a definition by its measure and name. */
export function describeMetric(
  metric: Metric,
  conversions: readonly { id: string; name: string; isPrimary: boolean }[],
): string {
  if (metric === null) {
    const primary = conversions.find(({ isPrimary }) => isPrimary);
    return primary === undefined ? primaryConversion : `${primary.name} (primary conversion)`;
  }
  const nameOf = (given: string): string => conversions.find(({ id }) => id === given)?.name ?? given;
  if (typeof metric === 'string') return nameOf(metric);
  return metric.measure === undefined ? nameOf(metric.metric) : `${metric.measure} of ${nameOf(metric.metric)}`;
}
