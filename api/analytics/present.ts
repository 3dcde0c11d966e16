import type { z } from 'zod';
import type { SummaryFigures } from '../../db/reports/analytics-summary';
import type { CurrencyRevenue } from '../../db/reports/period-columns';
import { daysOf, lengthOf, type Period } from '../../domain/analytics/period';
import type { analyticsSummary, SeriesMetric, timeseries } from '../../domain/analytics/schemas';
import { invalid } from '../../domain/errors';

const mostChannels = 10;
/** Days that a series may have: as long as a workspace can keep its events. */
const mostDays = 3_660;
const microsPerUnit = 1_000_000;

const inMajorUnits = ({ currency, revenueMicros }: CurrencyRevenue) => ({
  currency,
  revenue: revenueMicros / microsPerUnit,
});

/** @param currency of the revenue; null for the one with the most completions */
export function presentSummary(
  period: Period,
  figures: SummaryFigures,
  currency: string | null,
): z.input<typeof analyticsSummary> {
  const { visitors, leads, conversions, convertingVisitors, channels } = figures;
  const shown = currency ?? figures.revenue[0]?.currency ?? 'USD';
  const revenue = figures.revenue.map(inMajorUnits);
  return {
    visitors,
    leads,
    conversions,
    conversionRate: visitors === 0 ? 0 : convertingVisitors / visitors,
    revenue: revenue.find((one) => one.currency === shown)?.revenue ?? 0,
    currency: shown,
    otherCurrencies: revenue.filter((one) => one.currency !== shown),
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

/** @throws AppError VALIDATION_ERROR for a metric that is not counted by channel */
export function assertFilterable(metric: SeriesMetric, channel: string | null): void {
  if (metric !== 'conversion_rate' || channel === null) return;
  const message = 'cannot be used with conversion_rate';
  throw invalid('The conversion rate is not counted by channel. Leave out `channel`.', [{ path: 'channel', message }]);
}

export function presentTimeseries(
  period: Period,
  metric: SeriesMetric,
  days: ReadonlyMap<string, number>,
): z.input<typeof timeseries> {
  const unit = metric === 'revenue' ? microsPerUnit : 1;
  return daysOf(period).map((date) => ({ date, value: (days.get(date) ?? 0) / unit }));
}
