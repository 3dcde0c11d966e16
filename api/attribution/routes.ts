import { z } from 'zod';
import { attributionPath, attributionQuery, attributionSummary } from '../../domain/attribution/schemas';
import { costsOf } from '../../domain/attribution/costs';
import { leadIdInPath } from '../../domain/identity/schemas';
import { readAttributionSummary, readPathOfLead } from '../../operations/analytics/read-attribution';
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
      query: { model, conversionId = null, ...query },
      actor: { workspaceId },
      services,
      receivedAt: now,
    }) => {
      const { channels, spend, ...head } = await readAttributionSummary(
        services,
        { workspaceId, query, now },
        { model, conversionId },
      );
      return ok(presentAttribution(head, channels, costsOf(spend, channels)), figuresAsOf(now));
    },
  }),
  defineRoute({
    ...report,
    path: '/api/attribution/paths/:leadId',
    summary: 'List the touches and conversions of a lead',
    request: { params: z.object({ leadId: leadIdInPath }) },
    responses: { 200: attributionPath },
    handler: async ({ params: { leadId }, actor: { workspaceId }, services, receivedAt }) =>
      ok(presentLeadPath(leadId, await readPathOfLead(services, workspaceId, leadId)), figuresAsOf(receivedAt)),
  }),
];
