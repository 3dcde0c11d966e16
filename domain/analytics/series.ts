import { invalid } from '../errors';
import type { SeriesMetric } from './schemas';

/** Asserts that a metric is counted by channel if one is given. @throws AppError VALIDATION_ERROR */
export function assertFilterable(metric: SeriesMetric, channel: string | null): void {
  if (metric !== 'conversion_rate' || channel === null) return;
  const message = 'cannot be used with conversion_rate';
  throw invalid('The conversion rate is not counted by channel. Leave out `channel`.', [{ path: 'channel', message }]);
}
