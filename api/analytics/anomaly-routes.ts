import { listAnomalies } from '../../db/analytics/anomalies';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { resolvePeriod } from '../../domain/analytics/period';
import { anomalyList, periodQuery } from '../../domain/analytics/schemas';
import { notFound } from '../../domain/errors';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

export const anomalyRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/analytics/anomalies',
    tag: 'analytics',
    summary: 'List anomalous days, newest first',
    description:
      'Compares each day with the same weekday of the previous 8 weeks, by median and median absolute deviation. A ' +
      'comparison needs at least 5 of these days. A recorded anomaly does not change later.',
    access: { permission: 'analytics.read' },
    limit: 'read',
    request: { query: periodQuery },
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
