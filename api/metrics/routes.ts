import { z } from 'zod';
import { storeImport } from '../../db/ad-metrics/ad-metrics';
import { readFreshness, sumCampaigns, sumConnectors, trailingDays } from '../../db/reports/ad-figures';
import { may } from '../../domain/accounts/permissions';
import { invalid } from '../../domain/errors';
import {
  connectorMetricsResponse,
  connectorType,
  importMetricsResponse,
  importMetricsBody,
  metricsResponse,
  metricsPeriod,
} from '../../domain/metrics/schemas';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentCampaign, presentConnector, presentFigures } from './present';

const tag = 'metrics';
/** Bodies are read before it is known whose they are. */
const csv = 'csv';
const params = z.object({ connectorType });
const query = z.strictObject({ period: metricsPeriod.default('30d') });

export const metricsRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/metrics',
    tag,
    summary: 'Read advertising metrics of all connectors',
    access: { permission: 'metrics.read' },
    limit: 'read',
    request: { query },
    responses: { 200: metricsResponse },
    handler: async ({ query: { period }, actor: { workspaceId, role }, services: { database }, receivedAt }) => {
      const { from, to } = await trailingDays(database, workspaceId, Number.parseInt(period), receivedAt);
      const [sums, known] = await Promise.all([
        sumConnectors(database, workspaceId, null, { from, to }),
        readFreshness(database, workspaceId),
      ]);
      const connectors = known.map((fresh) => {
        const own = sums.filter((one) => one.connectorType === fresh.connectorType);
        return presentConnector(fresh.connectorType, own, fresh, may(role, 'connections.read'));
      });
      return ok({ period, from, to, totals: presentFigures(sums), connectors });
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
    request: { params, query },
    responses: { 200: connectorMetricsResponse },
    handler: async ({
      params,
      query: { period },
      actor: { workspaceId, role },
      services: { database },
      receivedAt,
    }) => {
      const name = params.connectorType;
      const { from, to } = await trailingDays(database, workspaceId, Number.parseInt(period), receivedAt);
      const [sums, campaigns, known] = await Promise.all([
        sumConnectors(database, workspaceId, name, { from, to }),
        sumCampaigns(database, workspaceId, name, { from, to }),
        readFreshness(database, workspaceId),
      ]);
      const fresh = known.find((one) => one.connectorType === name);
      const figures = presentConnector(name, sums, fresh, may(role, 'connections.read'));
      return ok({ ...figures, period, from, to, campaigns: campaigns.map(presentCampaign) });
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
    handler: async ({ params, body, actor: { workspaceId }, services: { database, threads }, receivedAt }) => {
      // Somewhere it is tomorrow already.
      const { tomorrow } = await trailingDays(database, workspaceId, 1, receivedAt);
      const { days, rejected } = await threads.run('parseRows', { rows: body.rows, lastDate: tomorrow }, workspaceId);
      if (days.length === 0) {
        const details = rejected.slice(0, 100).map(({ row, message }) => ({ path: `rows.${row - 1}`, message }));
        throw invalid(
          `No row is valid. Row ${rejected[0]?.row ?? 1}: ${rejected[0]?.message ?? 'is not valid'}`,
          details,
        );
      }
      await storeImport(database, workspaceId, params.connectorType, days);
      return ok({ imported: days.length, rejected });
    },
  }),
];
