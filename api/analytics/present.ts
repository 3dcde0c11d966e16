import type { z } from 'zod';
import type { SummaryFigures } from '../../db/reports/analytics-summary';
import type { CurrencyRevenue } from '../../db/reports/period-columns';
import { daysOf, type Period } from '../../domain/analytics/period';
import type { analyticsSummary, SeriesMetric, timeseries } from '../../domain/analytics/schemas';

const maxChannels = 10;
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
    topChannels: channels.slice(0, maxChannels),
    period,
  };
}

export function presentTimeseries(
  period: Period,
  metric: SeriesMetric,
  days: ReadonlyMap<string, number>,
): z.input<typeof timeseries> {
  const unit = metric === 'revenue' ? microsPerUnit : 1;
  return daysOf(period).map((date) => ({ date, value: (days.get(date) ?? 0) / unit }));
}
