import { api, unwrap, type Schemas } from '../../api/client';
import type { PeriodRequest } from '../../components/period-filter';
import { formatAmount, formatCount, formatShare } from '../../format/number';
import { previousPeriod } from '../../format/time';

export type Summary = Schemas['AnalyticsSummary'];

/** The figures of the overview. Each can be shown as a chart. */
export const figures = [
  { id: 'visitors', name: 'Visitors', of: (summary: Summary) => summary.visitors },
  { id: 'leads', name: 'Leads', of: (summary: Summary) => summary.leads },
  { id: 'conversions', name: 'Conversions', of: (summary: Summary) => summary.conversions },
  { id: 'conversion_rate', name: 'Conversion rate', of: (summary: Summary) => summary.conversionRate },
  { id: 'revenue', name: 'Revenue', of: (summary: Summary) => summary.revenue },
] as const;

export type Figure = (typeof figures)[number];

/** Returns how a figure is written. */
export function formatOf({ id }: Figure, currency: string): (value: number) => string {
  if (id === 'conversion_rate') return formatShare;
  return id === 'revenue' ? (value) => formatAmount(value, currency) : formatCount;
}

/** The figures of a period and of the period before it, in one currency. */
export interface Comparison {
  now: Summary;
  before: Summary;
  /** Whether the workspace never had a visitor, lead or conversion. */
  isEmpty: boolean;
}

const readSummary = (query: PeriodRequest & { currency?: string }): Promise<Summary> =>
  unwrap(api.GET('/api/analytics/summary', { params: { query } }));

const isQuiet = ({ visitors, leads, conversions }: Summary): boolean => visitors + leads + conversions === 0;

/** Longer than any workspace has events. */
const always = { from: '2000-01-01', to: '2100-01-01' };

export async function readComparison(request: PeriodRequest): Promise<Comparison> {
  const now = await readSummary(request);
  const { currency } = now;
  const before = await readSummary({ period: 'custom', ...previousPeriod(now.period), currency });
  if (!isQuiet(now) || !isQuiet(before)) return { now, before, isEmpty: false };
  return { now, before, isEmpty: isQuiet(await readSummary({ period: 'custom', ...always })) };
}

/** A figure by day, with the value of the day at the same place of the previous period. */
export interface FigureSeries {
  days: string[];
  values: number[];
  previous: number[];
}

export async function readSeries({ id }: Figure, { now, before }: Comparison): Promise<FigureSeries> {
  const { currency } = now;
  const [values, previous] = await Promise.all(
    [now, before].map(({ period }) =>
      unwrap(
        api.GET('/api/analytics/timeseries', {
          params: { query: { metric: id, period: 'custom', ...period, currency } },
        }),
      ),
    ),
  );
  return {
    days: values?.map(({ date }) => date) ?? [],
    values: values?.map(({ value }) => value) ?? [],
    previous: previous?.map(({ value }) => value) ?? [],
  };
}
