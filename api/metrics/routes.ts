import { z } from 'zod';
import { readFreshness, sumCampaigns, sumConnectors } from '../../db/reports/ad-figures';
import { may } from '../../domain/accounts/permissions';
import type { PeriodQuery } from '../../domain/analytics/period';
import { periodQuery } from '../../domain/analytics/schemas';
import {
  connectorMetricsResponse,
  connectorType,
  importMetricsResponse,
  importMetricsBody,
  metricsResponse,
} from '../../domain/metrics/schemas';
import { importMetrics } from '../../operations/analytics/import-metrics';
import { findPeriod } from '../../operations/analytics/read-analytics';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentCampaign, presentConnector, presentFigures } from './present';

const tag = 'metrics';
/** Bodies are read before it is known whose they are. */
const csv = 'csv';
const params = z.object({ connectorType });

/** Returns the name of a requested period. */
const nameOf = ({ period, from }: PeriodQuery) => period ?? (from === undefined ? '30d' : 'custom');

export const metricsRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/metrics',
    tag,
    summary: 'Read advertising metrics of all connectors',
    access: { permission: 'metrics.read' },
    limit: 'read',
    request: { query: periodQuery },
    responses: { 200: metricsResponse },
    errors: ['NOT_FOUND'],
    handler: async ({ query, actor: { workspaceId, role }, services: { database }, receivedAt: now }) => {
      const { from, to } = (await findPeriod({ database }, { workspaceId, query, now })).period;
      const [sums, known] = await Promise.all([
        sumConnectors(database, workspaceId, null, { from, to }),
        readFreshness(database, workspaceId),
      ]);
      const connectors = known.map((fresh) => {
        const own = sums.filter((one) => one.connectorType === fresh.connectorType);
        return presentConnector(fresh.connectorType, own, fresh, may(role, 'connections.read'));
      });
      return ok({ period: nameOf(query), from, to, totals: presentFigures(sums), connectors });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/metrics/:connectorType',
    tag,
    summary: 'Read advertising metrics of one platform with its campaigns',
    description: 'Returns zeros for a connector without data.',
    access: { permission: 'metrics.read' },
    limit: 'read',
    request: { params, query: periodQuery },
    responses: { 200: connectorMetricsResponse },
    errors: ['NOT_FOUND'],
    handler: async ({ params, query, actor: { workspaceId, role }, services: { database }, receivedAt: now }) => {
      const name = params.connectorType;
      const { from, to } = (await findPeriod({ database }, { workspaceId, query, now })).period;
      const [sums, campaigns, known] = await Promise.all([
        sumConnectors(database, workspaceId, name, { from, to }),
        sumCampaigns(database, workspaceId, name, { from, to }),
        readFreshness(database, workspaceId),
      ]);
      const fresh = known.find((one) => one.connectorType === name);
      const figures = presentConnector(name, sums, fresh, may(role, 'connections.read'));
      return ok({ ...figures, period: nameOf(query), from, to, campaigns: campaigns.map(presentCampaign) });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/metrics/:connectorType/import',
    tag,
    summary: 'Import advertising metrics as JSON or CSV',
    description:
      'Replaces imported data of the same campaign and day, so repeating an import is safe. Invalid rows are listed in ' +
      '`rejected` and the others are imported. Returns 400 if no row is valid.',
    access: { permission: 'metrics.write' },
    limit: 'write',
    validateItemsIndividually: 'rows',
    readCsv: (text, threads) => threads.run('readCsvRows', text, csv),
    request: { params, body: importMetricsBody },
    responses: { 200: importMetricsResponse },
    handler: async ({ params: { connectorType: name }, body, actor: { workspaceId }, services }) =>
      ok(await importMetrics(services, { workspaceId, connectorType: name }, body.rows)),
  }),
];
