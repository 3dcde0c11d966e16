import { z } from 'zod';
import { findSuppression, listSuppressions } from '../../db/email/suppressions';
import { notFound } from '../../domain/errors';
import { createSuppressionBody, suppressionRecord, updateSuppressionBody } from '../../domain/suppressions/schemas';
import { createSuppression, deleteSuppression, updateSuppression } from '../../operations/suppressions/suppressions';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, ok } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';
import { presentSuppression } from './present';

const tag = 'suppressions';
const params = z.object({ id: z.string() });

export const suppressionRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/suppressions',
    tag,
    summary: 'List suppressed addresses, newest first',
    access: { permission: 'suppressions.read' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(suppressionRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const found = await listSuppressions(database, workspaceId, { limit: limit + 1, before: cursor ?? null });
      return ok(cutPage(found.map(presentSuppression), limit));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/suppressions',
    tag,
    summary: 'Suppress an address',
    access: { permission: 'suppressions.write' },
    limit: 'write',
    request: { body: createSuppressionBody },
    responses: { 201: suppressionRecord },
    errors: ['CONFLICT'],
    handler: async ({ body, actor, services }) =>
      created(presentSuppression(await createSuppression(services, actor, body))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/suppressions/:id',
    tag,
    summary: 'Read a suppression',
    access: { permission: 'suppressions.read' },
    limit: 'read',
    request: { params },
    responses: { 200: suppressionRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const suppression = await findSuppression(database, workspaceId, id);
      if (suppression === null) throw notFound('Suppression', id);
      return ok(presentSuppression(suppression));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/suppressions/:id',
    tag,
    summary: 'Change the address or reason of a suppression',
    description: 'The origin of the suppression does not change.',
    access: { permission: 'suppressions.write' },
    limit: 'write',
    request: { params, body: updateSuppressionBody },
    findNamed: mustExist('Suppression', findSuppression),
    responses: { 200: suppressionRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body, actor, services }) =>
      ok(presentSuppression(await updateSuppression(services, actor, id, body))),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/suppressions/:id',
    tag,
    summary: 'Remove a suppression',
    access: { permission: 'suppressions.write' },
    limit: 'write',
    request: { params },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services }) => {
      await deleteSuppression(services, actor, id);
      return deleted(id);
    },
  }),
];
