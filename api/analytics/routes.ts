import { analyticsSummary, summaryQuery, timeseries, timeseriesQuery } from '../../domain/analytics/schemas';
import { readSeries, readSummary } from '../../operations/analytics/read-analytics';
import { figuresAsOf, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentSummary, presentTimeseries } from './present';

const report = {
  method: 'get',
  tag: 'analytics',
  access: { permission: 'analytics.read' },
  limit: 'read',
  errors: ['NOT_FOUND'],
} as const;

export const analyticsRoutes: Route[] = [
  defineRoute({
    ...report,
    path: '/api/analytics/summary',
    summary: 'Read visitors, leads and conversions of a period',
    description: 'Includes every event that was accepted before the request. Crawlers are excluded.',
    request: { query: summaryQuery },
    responses: { 200: analyticsSummary },
    handler: async ({ query: { currency = null, ...query }, actor: { workspaceId }, services, receivedAt: now }) => {
      const { period, figures } = await readSummary(services, { workspaceId, query, now });
      return ok(presentSummary(period, figures, currency), figuresAsOf(now));
    },
  }),
  defineRoute({
    ...report,
    path: '/api/analytics/timeseries',
    summary: 'Read a daily series of a metric',
    description:
      'Visitors are unique per day, so their sum can exceed the visitors of the period. Conversions and revenue count ' +
      'the primary conversion, or all conversions if none is primary. `conversion_rate` is the share of the day’s ' +
      'visitors who completed it on that day, 0 to 1; it cannot be filtered by channel.',
    request: { query: timeseriesQuery },
    responses: { 200: timeseries },
    handler: async ({
      query: { metric, channel = null, currency = null, ...query },
      actor: { workspaceId },
      services,
      receivedAt: now,
    }) => {
      const series = { metric, channel, currency };
      const { period, days } = await readSeries(services, { workspaceId, query, now }, series);
      return ok(presentTimeseries(period, metric, days), figuresAsOf(now));
    },
  }),
];
