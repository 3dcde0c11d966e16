import { listAnomalies } from '../../db/analytics/anomalies';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { resolvePeriod } from '../../domain/analytics/period';
import { anomalyList, summaryQuery } from '../../domain/analytics/schemas';
import { notFound } from '../../domain/errors';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

export const anomalyRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/analytics/anomalies',
    tag: 'analytics',
    summary: 'Days whose figures stood out, newest first',
    description:
      'Each day is compared with the same weekday of the eight weeks before, by median and median deviation. A day needs five to be ' +
      'compared with, and stays as it was found.',
    access: { permission: 'analytics.read' },
    limit: 'read',
    request: { query: summaryQuery },
    responses: { 200: anomalyList },
    errors: ['NOT_FOUND'],
    handler: async ({ query, actor: { workspaceId }, services: { database }, receivedAt }) => {
      const workspace = await findWorkspace(database, workspaceId);
      if (workspace === null) throw notFound('Workspace', workspaceId);
      const found = await listAnomalies(database, workspaceId, resolvePeriod(query, workspace.timezone, receivedAt));
      return ok(found.map(({ createdAt, ...anomaly }) => ({ ...anomaly, detectedAt: createdAt.toISOString() })));
    },
  }),
];
