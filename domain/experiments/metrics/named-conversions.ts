import { idPrefixes } from '../../ids';
import { metricOf, signedMetricOf } from './metric';
import type { MetricSetting } from './schemas';

/** Metrics as a caller gives them; metrics that are not given stay unchanged. */
export interface SubmittedMetrics {
  primaryMetric?: MetricSetting | null | undefined;
  guardrailMetrics?: readonly MetricSetting[] | undefined;
  secondaryMetrics?: readonly MetricSetting[] | undefined;
}

/** The id of a conversion, and the path of the metric that names it: `guardrailMetrics.0`. */
export interface NamedConversion {
  path: string;
  id: string;
}

const conversionId = new RegExp(`^${idPrefixes.conversion}_[0-9a-hjkmnp-tv-z]{26}$`);

/** Returns the names in metrics that have the format of a conversion id, not of an event's name. */
export function namedConversions({
  primaryMetric = null,
  guardrailMetrics = [],
  secondaryMetrics = [],
}: SubmittedMetrics): NamedConversion[] {
  const metrics = [
    { path: 'primaryMetric', ...metricOf(primaryMetric) },
    ...guardrailMetrics.map((setting, index) => ({ path: `guardrailMetrics.${index}`, ...signedMetricOf(setting) })),
    ...secondaryMetrics.map((setting, index) => ({ path: `secondaryMetrics.${index}`, ...signedMetricOf(setting) })),
  ];
  return metrics.flatMap(({ path, metric, ratio }) =>
    [metric, ratio?.denominator ?? null]
      .filter((name) => name !== null && conversionId.test(name))
      .map((id) => ({ path, id: id ?? '' })),
  );
}
