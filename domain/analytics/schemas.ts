import { z } from 'zod';
import { jsonText, refuseBy } from '../json/schemas';
import { anomalyMetrics } from './anomaly';
import { channels } from './channel';
import { periodNames } from './period';
import { domainProblem, normalizeHost } from './referrers';

/** Schemas for analytics. */

/** Domains of referrers, in lower case and ASCII. */
const referrerDomains = z
  .array(
    jsonText(253, 1)
      .overwrite((text) => normalizeHost(text.trim()) ?? text)
      .superRefine(refuseBy(domainProblem)),
  )
  .max(200);

const ignoredReferrers = referrerDomains.meta({
  description: 'Referrers that do not start a visit. Default: payment and sign-in pages. Subdomains are included.',
});

/** The referrers in a workspace's settings. */
export const referrerSettings = {
  internalDomains: referrerDomains.meta({
    description:
      'Your other domains. A visitor who comes from one continues the previous visit. Subdomains are included.',
  }),
  ignoredReferrers,
};

/** A change of {@link referrerSettings}. */
export const referrerChanges = {
  ...referrerSettings,
  ignoredReferrers: ignoredReferrers.nullable().meta({ description: 'Null restores the default list.' }),
};

const end = (what: string) =>
  z
    .string()
    .max(40)
    .optional()
    .meta({ description: `${what} day of a custom period: a date, or a timestamp whose local date is used.` });

/** Query parameters that select a period. */
export const periodFields = {
  period: z.enum(periodNames).optional().meta({
    description:
      'Whole days in the workspace’s timezone, including today: a number of days, or this month. Default 30d.',
  }),
  from: end('First'),
  to: end('Last'),
};

export const periodRecord = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .meta({ id: 'Period', description: 'Whole days in the workspace’s timezone, both inclusive.' });

export const periodQuery = z.strictObject(periodFields);

const currencyCode = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be a currency code such as USD')
  .transform((code) => code.toUpperCase())
  .optional()
  .meta({ description: 'Currency of revenue. Default: the currency with the most completions in the period.' });

export const summaryQuery = z.strictObject({ ...periodFields, currency: currencyCode });

const revenueIn = z.object({ currency: z.string(), revenue: z.number().meta({ description: 'In major units.' }) });

export const analyticsSummary = z
  .object({
    visitors: z.int().meta({ description: 'Distinct visitors with at least one event.' }),
    leads: z.int().meta({ description: 'People who were identified.' }),
    conversions: z.int().meta({
      description: 'Completions of the primary conversion, or of all conversions if none is primary.',
    }),
    conversionRate: z.number().meta({ description: 'Share of visitors with a completion, 0 to 1.' }),
    revenue: z.number().meta({ description: 'Revenue of these completions, in major units of `currency`.' }),
    currency: z.string().meta({
      description: 'The requested currency, or the one with the most completions; USD if there are none.',
    }),
    otherCurrencies: z.array(revenueIn).meta({ description: 'Revenue in other currencies. It is not converted.' }),
    topChannels: z.array(z.object({ channel: z.enum(channels), visitors: z.int(), conversions: z.int() })).meta({
      description: 'The ten channels with the most visitors, by the first touch of each visitor in the period.',
    }),
    period: periodRecord,
  })
  .meta({ id: 'AnalyticsSummary' });

export const seriesMetrics = ['visitors', 'leads', 'conversions', 'conversion_rate', 'pageviews', 'revenue'] as const;

export type SeriesMetric = (typeof seriesMetrics)[number];

export const timeseriesQuery = z.strictObject({
  metric: z.enum(seriesMetrics).default('visitors'),
  ...periodFields,
  channel: z.enum(channels).optional().meta({
    description: 'For visits: the channel of the visitor on that day. For leads: the channel of their first touch.',
  }),
  currency: currencyCode,
});

export const timeseries = z
  .array(z.object({ date: z.iso.date(), value: z.number() }))
  .meta({ id: 'Timeseries', description: 'Every day of the period, in order. Revenue is in major units.' });

export const anomalyList = z
  .array(
    z.object({
      metric: z.enum(anomalyMetrics),
      date: z.iso.date(),
      value: z.number().meta({ description: 'Spend is in major units of the currency with the most spend.' }),
      expected: z.number().meta({ description: 'The median of the comparison days.' }),
      score: z.number().meta({ description: 'Robust z-score. Anomalies are above 3.5 or below -3.5.' }),
      detectedAt: z.iso.datetime(),
    }),
  )
  .meta({ id: 'Anomalies' });
