type Metric = string | { metric: string; measure?: string | undefined } | null;

/** Names a metric: a conversion or event by its name, a definition by its measure and name. */
export function describeMetric(metric: Metric, conversions: readonly { id: string; name: string }[]): string {
  if (metric === null) return 'Primary conversion';
  const nameOf = (given: string): string => conversions.find(({ id }) => id === given)?.name ?? given;
  if (typeof metric === 'string') return nameOf(metric);
  return metric.measure === undefined ? nameOf(metric.metric) : `${metric.measure} of ${nameOf(metric.metric)}`;
}
