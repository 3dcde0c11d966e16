import { findVisitorTimeline } from '../../db/reports/visitor-timeline';
import { notFound } from '../../domain/errors';
import {
  identityQuery,
  linkVisitorBody,
  stitchResponse,
  stitchBody,
  undoLinkBody,
  visitorIdentity,
  visitorLink,
} from '../../domain/identity/schemas';
import { assertVisitorLink, relinkVisitor, undoLink } from '../../operations/identity/visitor-links';
import { ok } from '../responses';
import { workspaceKeyOf } from '../events/contract';
import { defineRoute, type Route } from '../route';
import { presentIdentity, presentLink } from './present';

export const identityRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/identity',
    tag: 'identity',
    summary: 'Read the identity and history of a visitor',
    access: { permission: 'identity.read' },
    limit: 'read',
    request: { query: identityQuery },
    responses: { 200: visitorIdentity },
    errors: ['NOT_FOUND'],
    handler: async ({ query: { visitorId }, actor: { workspaceId }, services: { database } }) => {
      const timeline = await findVisitorTimeline(database, workspaceId, visitorId);
      if (timeline === null) throw notFound('Visitor', visitorId);
      return ok(presentIdentity(visitorId, timeline));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/identity',
    tag: 'identity',
    summary: 'Link a visitor to a lead',
    description:
      'Creates a verified link: from now on, events of the visitor can start journeys and reach running executions of ' +
      'the lead. Replaces an existing link.',
    access: { permission: 'identity.write' },
    limit: 'write',
    request: { body: linkVisitorBody },
    responses: { 200: visitorLink },
    errors: ['NOT_FOUND'],
    handler: async ({ body: { visitorId, leadId, source = null }, actor, services }) => {
      const link = await relinkVisitor(services, actor, { visitorId, endUserId: leadId, source });
      return ok(presentLink(visitorId, link));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/identity/undo',
    tag: 'identity',
    summary: 'Remove the link of a visitor to a lead',
    description: 'Restores the previous link of the visitor. Without one, the visitor is anonymous. Safe to repeat.',
    access: { permission: 'identity.write' },
    limit: 'write',
    request: { body: undoLinkBody },
    responses: { 200: visitorLink },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ body: { visitorId, leadId }, actor, services }) => {
      const restored = await undoLink(services, actor, { visitorId, endUserId: leadId });
      return ok(presentLink(visitorId, restored));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/identity/stitch',
    tag: 'identity',
    summary: 'Link a visitor to an email address from a browser',
    description:
      'Creates an asserted link for the timeline and analytics. It does not start journeys. The first link of a ' +
      'visitor wins. The response is the same whether or not the address is known.',
    access: 'public',
    limit: 'ingest',
    acceptsText: true,
    crossOrigin: true,
    request: { body: stitchBody },
    responses: { 200: stitchResponse },
    errors: ['UNAUTHORIZED'],
    handler: async ({ body, services, countAgainst }) => {
      const { id: workspaceId } = await services.http.workspaces.byPublicKey(workspaceKeyOf(body));
      await countAgainst('ingest', workspaceId);
      await assertVisitorLink(services, { workspaceId, visitorId: body.visitorId, email: body.email });
      return ok({ stitched: true as const });
    },
  }),
];
