import { findWorkspace } from '../../db/workspaces/workspaces';
import { summarizePeriod } from '../../db/reports/analytics-summary';
import { readTimeseries } from '../../db/reports/analytics-timeseries';
import { resolvePeriod } from '../../domain/analytics/period';
import { analyticsSummary, summaryQuery, timeseries, timeseriesQuery } from '../../domain/analytics/schemas';
import { notFound } from '../../domain/errors';
import { readReport } from '../../operations/analytics/read-report';
import { figuresAsOf, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { assertChartable, assertFilterable, presentSummary, presentTimeseries } from './present';

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
    handler: async ({ query, actor: { workspaceId }, services: { database, replica }, receivedAt }) => {
      const workspace = await findWorkspace(database, workspaceId);
      if (workspace === null) throw notFound('Workspace', workspaceId);
      const { currency = null, ...requested } = query;
      const { timezone } = workspace;
      const period = resolvePeriod(requested, timezone, receivedAt);
      const figures = await readReport({ database, replica }, workspaceId, (snapshot) =>
        summarizePeriod(snapshot, { ...period, workspaceId, timezone, conversionId: null }),
      );
      return ok(presentSummary(period, figures, currency), figuresAsOf(receivedAt));
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
    handler: async ({ query, actor: { workspaceId }, services: { database, replica }, receivedAt }) => {
      const workspace = await findWorkspace(database, workspaceId);
      if (workspace === null) throw notFound('Workspace', workspaceId);
      const { metric, channel = null, currency = null, ...filters } = query;
      assertFilterable(metric, channel);
      const { timezone } = workspace;
      const period = resolvePeriod(filters, timezone, receivedAt);
      assertChartable(period);
      const days = await readReport({ database, replica }, workspaceId, (snapshot) =>
        readTimeseries(
          snapshot,
          { ...period, workspaceId, timezone, conversionId: null },
          { metric, channel, currency },
        ),
      );
      return ok(presentTimeseries(period, metric, days), figuresAsOf(receivedAt));
    },
  }),
];
