import type { z } from 'zod';
import type { SummaryFigures } from '../../db/reports/analytics-summary';
import { daysOf, lengthOf, type Period } from '../../domain/analytics/period';
import type { analyticsSummary, SeriesMetric, timeseries } from '../../domain/analytics/schemas';
import { invalid } from '../../domain/errors';

const mostChannels = 10;
/** Days that a series may have: as long as a workspace can keep its events. */
const mostDays = 3_660;
const microsPerUnit = 1_000_000;

export function presentSummary(period: Period, figures: SummaryFigures): z.input<typeof analyticsSummary> {
  const { visitors, leads, conversions, convertingVisitors, channels } = figures;
  return {
    visitors,
    leads,
    conversions,
    conversionRate: visitors === 0 ? 0 : convertingVisitors / visitors,
    topChannels: channels.slice(0, mostChannels),
    period,
  };
}

/** @throws AppError VALIDATION_ERROR for a period of more days than a series may have */
export function assertChartable(period: Period): void {
  if (lengthOf(period) <= mostDays) return;
  const message = `must be less than ${mostDays} days before \`to\``;
  throw invalid('The period is too long for a daily series. Choose a shorter period.', [{ path: 'from', message }]);
}

export function presentTimeseries(
  period: Period,
  metric: SeriesMetric,
  days: ReadonlyMap<string, number>,
): z.input<typeof timeseries> {
  const unit = metric === 'revenue' ? microsPerUnit : 1;
  return daysOf(period).map((date) => ({ date, value: (days.get(date) ?? 0) / unit }));
}
