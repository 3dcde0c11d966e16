import { z } from 'zod';
import { findErasure, type Subject } from '../../db/erasure/erasures';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { erasureAccepted, erasureRecord, eraseEndUserBody } from '../../domain/erasure/schemas';
import { notFound } from '../../domain/errors';
import { startErasure } from '../../operations/erasure/erasures';
import { presentErasure } from '../end-users/erasure-routes';
import { accepted, ok } from '../responses';
import { defineRoute, type Route } from '../route';

const path = '/api/journeys/internal/forget-end-user';

function subjectOf({ workspaceId, endUserId, email }: z.output<typeof eraseEndUserBody>): Subject {
  return endUserId === undefined ? { workspaceId, email: email as string } : { workspaceId, endUserId };
}

export const journeyErasureRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path,
    tag: 'internal',
    summary: 'Erase a person',
    description:
      'The person is removed immediately. A workflow then ends their executions, deletes these from Temporal and ' +
      'clears every table. Counts are kept. Unknown and erased persons are accepted too. Safe to repeat.',
    access: 'internal',
    limit: 'none',
    request: { body: eraseEndUserBody },
    responses: { 202: erasureAccepted },
    errors: ['NOT_FOUND'],
    handler: async ({ body, services }) => {
      const { workspaceId } = body;
      if ((await findWorkspace(services.database, workspaceId)) === null) throw notFound('Workspace', workspaceId);
      const { id: erasureId, status } = await startErasure(services, subjectOf(body));
      return accepted({ erasureId, status });
    },
  }),
  defineRoute({
    method: 'get',
    path: `${path}/:erasureId`,
    tag: 'internal',
    summary: 'Read the progress of an erasure',
    access: 'internal',
    limit: 'none',
    request: { params: z.object({ erasureId: z.string() }) },
    responses: { 200: erasureRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { erasureId }, services: { database } }) => {
      const erasure = await findErasure(database, erasureId);
      if (erasure === null) throw notFound('Erasure', erasureId);
      return ok(presentErasure(erasure));
    },
  }),
];
