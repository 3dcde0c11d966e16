import { Readable } from 'node:stream';
import { z } from 'zod';
import { findSuppression, listSuppressions, searchSuppressions, type Suppression } from '../../db/email/suppressions';
import { notFound } from '../../domain/errors';
import { containing } from '../../domain/like-pattern';
import {
  createSuppressionBody,
  importedSuppressions,
  importSuppressionsBody,
  suppressionRecord,
  suppressionSearch,
  updateSuppressionBody,
} from '../../domain/suppressions/schemas';
import { exportSuppressions } from '../../operations/suppressions/export-suppressions';
import { importSuppressions } from '../../operations/suppressions/import-suppressions';
import { createSuppression, deleteSuppression, updateSuppression } from '../../operations/suppressions/suppressions';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, ok, recordOf } from '../responses';
import { cutPage, pageOf, pageQuery, writeCursor } from '../paging';
import { defineRoute, type Route } from '../route';

const tag = 'suppressions';
const params = z.object({ id: z.string() });

const presentSuppression = (suppression: Suppression) => recordOf(suppressionRecord, suppression);

export const suppressionRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/suppressions',
    tag,
    summary: 'List suppressed addresses, newest first',
    description:
      'With `q`, a request examines 50,000 suppressions, so a page may have fewer than `limit`, or none, while ' +
      '`nextCursor` is not null. Only a null `nextCursor` is the end.',
    access: { permission: 'suppressions.read' },
    limit: 'read',
    request: { query: pageQuery.extend(suppressionSearch) },
    responses: { 200: pageOf(suppressionRecord) },
    handler: async ({ query: { limit, cursor, q }, actor: { workspaceId }, services: { database } }) => {
      const page = { limit: limit + 1, before: cursor ?? null };
      if (q === undefined) {
        const found = await listSuppressions(database, workspaceId, page);
        return ok(cutPage(found.map(presentSuppression), limit));
      }
      const { found, stoppedAt } = await searchSuppressions(database, workspaceId, containing(q), page);
      const { data, nextCursor } = cutPage(found.map(presentSuppression), limit);
      return ok({ data, nextCursor: stoppedAt === null ? nextCursor : writeCursor([stoppedAt]) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/suppressions/export',
    tag,
    summary: 'Export all suppressed addresses as CSV, newest first',
    description: 'The columns are email, reason, origin and since.',
    access: { permission: 'suppressions.read' },
    limit: 'read',
    responses: { 200: { contentType: 'text/csv; charset=utf-8', description: 'A CSV file.' } },
    handler: async ({ actor: { workspaceId }, services }) =>
      ok(Readable.from(exportSuppressions(services, workspaceId)), {
        'Content-Disposition': 'attachment; filename="suppressions.csv"',
        'Cache-Control': 'no-store',
      }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/suppressions/import',
    tag,
    summary: 'Suppress a list of addresses',
    description:
      'Takes up to 10,000 addresses. `dryRun` checks them without storing anything. Addresses that are already ' +
      'suppressed stay unchanged, so you can repeat the request.',
    access: { permission: 'suppressions.write' },
    limit: 'write',
    request: { body: importSuppressionsBody },
    responses: { 200: importedSuppressions },
    handler: async ({ body, actor, services }) => ok(await importSuppressions(services, actor, body)),
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
