import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { storeImport } from '../../db/ad-metrics/ad-metrics';
import { readFreshness, sumCampaigns, sumConnectors, trailingDays } from '../../db/reports/ad-figures';
import { may } from '../../domain/accounts/permissions';
import { resolvePeriod, type PeriodQuery } from '../../domain/analytics/period';
import { periodQuery } from '../../domain/analytics/schemas';
import { invalid, notFound } from '../../domain/errors';
import {
  connectorMetricsResponse,
  connectorType,
  importMetricsResponse,
  importMetricsBody,
  metricsResponse,
} from '../../domain/metrics/schemas';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentCampaign, presentConnector, presentFigures } from './present';

const tag = 'metrics';
/** Bodies are read before it is known whose they are. */
const csv = 'csv';
const params = z.object({ connectorType });

/** @throws AppError NOT_FOUND, and VALIDATION_ERROR for an invalid period */
async function resolveDays(database: Database, workspaceId: string, requested: PeriodQuery, now: Date) {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) throw notFound('Workspace', workspaceId);
  const { from, to } = resolvePeriod(requested, workspace.timezone, now);
  return { period: requested.period ?? (requested.from === undefined ? '30d' : 'custom'), from, to };
}

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
    handler: async ({ query, actor: { workspaceId, role }, services: { database }, receivedAt }) => {
      const { period, from, to } = await resolveDays(database, workspaceId, query, receivedAt);
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
    request: { params, query: periodQuery },
    responses: { 200: connectorMetricsResponse },
    errors: ['NOT_FOUND'],
    handler: async ({ params, query, actor: { workspaceId, role }, services: { database }, receivedAt }) => {
      const name = params.connectorType;
      const { period, from, to } = await resolveDays(database, workspaceId, query, receivedAt);
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
