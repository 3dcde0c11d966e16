import { z } from 'zod';
import { findEndUser } from '../../db/end-users/end-users';
import { findErasureOf, listErasures, type Erasure } from '../../db/erasure/erasures';
import { erasureAccepted, erasureRecord } from '../../domain/erasure/schemas';
import { notFound } from '../../domain/errors';
import { startErasure } from '../../operations/erasure/erasures';
import { cutPage, pageOf, pageQuery } from '../paging';
import { accepted, ok } from '../responses';
import { defineRoute, type Route } from '../route';

const tag = 'end-users';
const params = z.object({ id: z.string() });

export const erasureRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/end-users/:id/erase',
    tag,
    summary: 'Erase an end user',
    description:
      'The person is removed immediately. A workflow then ends their executions, deletes these from Temporal and ' +
      'clears every table. Counts are kept without the person. It cannot be undone.',
    access: { permission: 'end_users.erase' },
    limit: 'write',
    request: { params },
    responses: { 202: erasureAccepted },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id: endUserId }, actor, services }) => {
      const { workspaceId, id: by } = actor;
      if ((await findEndUser(services.database, workspaceId, endUserId)) === null)
        throw notFound('End user', endUserId);
      const { id: erasureId, status } = await startErasure(services, { workspaceId, endUserId }, by);
      return accepted({ erasureId, status });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/erasures',
    tag,
    summary: 'List erasures, newest first',
    access: { permission: 'end_users.erase' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(erasureRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const found = await listErasures(database, workspaceId, { limit: limit + 1, before: cursor ?? null });
      const { data, nextCursor } = cutPage(found, limit);
      return ok({ data: data.map(presentErasure), nextCursor });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/erasures/:id',
    tag,
    summary: 'Read the progress of an erasure',
    access: { permission: 'end_users.erase' },
    limit: 'read',
    request: { params },
    responses: { 200: erasureRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const erasure = await findErasureOf(database, workspaceId, id);
      if (erasure === null) throw notFound('Erasure', id);
      return ok(presentErasure(erasure));
    },
  }),
];

export function presentErasure(erasure: Erasure): z.infer<typeof erasureRecord> {
  const { id, status, stage, executions, records, events, failure, mentions, requestedAt, completedAt } = erasure;
  return {
    erasureId: id,
    status,
    stage,
    progress: { executions, records, events },
    failure,
    mentions,
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}
