type Metric = string | { metric: string; measure?: string | undefined } | null;

/** How a metric is called: a conversion by its name, an event by its own, a definition by what it measures of which. */
export function describeMetric(metric: Metric, conversions: readonly { id: string; name: string }[]): string {
  if (metric === null) return 'the primary conversion';
  const nameOf = (given: string): string => conversions.find(({ id }) => id === given)?.name ?? given;
  if (typeof metric === 'string') return nameOf(metric);
  return metric.measure === undefined ? nameOf(metric.metric) : `${metric.measure} of ${nameOf(metric.metric)}`;
}
