import { z } from 'zod';
import { findConversion } from '../../db/conversions/conversions';
import { findEndUser } from '../../db/end-users/end-users';
import { readLeadPath } from '../../db/reports/lead-path';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { resolvePeriod } from '../../domain/analytics/period';
import { attributionPath, attributionQuery, attributionSummary } from '../../domain/attribution/schemas';
import { costsOf } from '../../domain/attribution/costs';
import { notFound } from '../../domain/errors';
import { leadIdInPath } from '../../domain/identity/schemas';
import { readAttribution } from '../../operations/analytics/read-attribution';
import { readReport } from '../../operations/analytics/read-report';
import { figuresAsOf, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentAttribution, presentLeadPath } from './present';

const report = {
  method: 'get',
  tag: 'attribution',
  access: { permission: 'analytics.read' },
  limit: 'read',
  errors: ['NOT_FOUND'],
} as const;

export const attributionRoutes: Route[] = [
  defineRoute({
    ...report,
    path: '/api/attribution/summary',
    summary: 'Read attributed conversions and revenue by channel',
    description:
      'Each conversion is credited to the touches of the 30 days before it, across all visitors linked to the person. ' +
      'A touch is the first event of a session. A session ends after 30 idle minutes or when a new campaign starts. ' +
      'Direct touches count only if there are no other touches.',
    request: { query: attributionQuery },
    responses: { 200: attributionSummary },
    handler: async ({
      query: { model, conversionId = null, ...requested },
      actor: { workspaceId },
      services: { database, replica },
      receivedAt,
    }) => {
      const workspace = await findWorkspace(database, workspaceId);
      if (workspace === null) throw notFound('Workspace', workspaceId);
      const { timezone, attributionModel } = workspace;
      const applied = model ?? attributionModel ?? 'last_touch';
      const period = resolvePeriod(requested, timezone, receivedAt);
      if (conversionId !== null && (await findConversion(database, workspaceId, conversionId)) === null) {
        throw notFound('Conversion', conversionId);
      }
      const { channels, currency, spend } = await readAttribution(
        { database, replica },
        { ...period, workspaceId, timezone, conversionId },
        applied,
      );
      const costs = costsOf(spend, channels);
      return ok(presentAttribution({ model: applied, period, currency }, channels, costs), figuresAsOf(receivedAt));
    },
  }),
  defineRoute({
    ...report,
    path: '/api/attribution/paths/:leadId',
    summary: 'List the touches and conversions of a lead',
    request: { params: z.object({ leadId: leadIdInPath }) },
    responses: { 200: attributionPath },
    handler: async ({ params: { leadId }, actor: { workspaceId }, services: { database, replica }, receivedAt }) => {
      if ((await findEndUser(database, workspaceId, leadId)) === null) throw notFound('Lead', leadId);
      const path = await readReport({ database, replica }, workspaceId, (snapshot) =>
        readLeadPath(snapshot, workspaceId, leadId),
      );
      return ok(presentLeadPath(leadId, path), figuresAsOf(receivedAt));
    },
  }),
];
