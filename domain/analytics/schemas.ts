import { z } from 'zod';
import { anomalyMetrics } from './anomaly';
import { channels } from './channel';
import { periodNames } from './period';

/** Shapes of analytics (contract, section 6). */

const end = (what: string) =>
  z
    .string()
    .max(40)
    .optional()
    .meta({ description: `${what} day of a custom period: a date, or an instant whose local date counts.` });

/** What names a period in a query. */
export const periodFields = {
  period: z
    .enum(periodNames)
    .optional()
    .meta({ description: 'Whole days of the workspace’s timezone, up to and including today. Default 30d.' }),
  from: end('First'),
  to: end('Last'),
};

export const periodRecord = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .meta({ id: 'Period', description: 'Whole days of the workspace’s timezone; both belong to it.' });

export const summaryQuery = z.strictObject(periodFields);

export const analyticsSummary = z
  .object({
    visitors: z.int().meta({ description: 'Distinct visitors with an event.' }),
    leads: z.int().meta({ description: 'People who became known.' }),
    conversions: z.int().meta({
      description: 'Completions of the primary conversion; of all conversions when none is primary.',
    }),
    conversionRate: z.number().meta({ description: 'Visitors with a completion among all visitors, 0 to 1.' }),
    topChannels: z
      .array(z.object({ channel: z.enum(channels), visitors: z.int(), conversions: z.int() }))
      .meta({ description: 'The ten with the most visitors, by each visitor’s first touch in the period.' }),
    period: periodRecord,
  })
  .meta({ id: 'AnalyticsSummary' });

export const seriesMetrics = ['visitors', 'leads', 'conversions', 'pageviews', 'revenue'] as const;

export type SeriesMetric = (typeof seriesMetrics)[number];

export const timeseriesQuery = z.strictObject({
  metric: z.enum(seriesMetrics).default('visitors'),
  ...periodFields,
  channel: z
    .enum(channels)
    .optional()
    .meta({ description: 'Of visits: that of the visitor’s day. Of leads: that of their first touch.' }),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be a currency code such as USD')
    .transform((code) => code.toUpperCase())
    .optional()
    .meta({ description: 'Of revenue. Default the one with the most completions in the period.' }),
});

export const timeseries = z
  .array(z.object({ date: z.iso.date(), value: z.number() }))
  .meta({ id: 'Timeseries', description: 'Every day of the period, in order. Revenue is in major units.' });

export const anomalyList = z
  .array(
    z.object({
      metric: z.enum(anomalyMetrics),
      date: z.iso.date(),
      value: z.number().meta({ description: 'Spend is in major units of the currency in which most was spent.' }),
      expected: z.number().meta({ description: 'The median of the days compared with.' }),
      score: z.number().meta({ description: 'Robust z: how far from it, beyond 3.5 or below -3.5.' }),
      detectedAt: z.iso.datetime(),
    }),
  )
  .meta({ id: 'Anomalies' });
