import { Readable } from 'node:stream';
import { z } from 'zod';
import { findAudience } from '../../db/audiences/audiences';
import { findImport, listImports, listRejectedRows, type PeopleImport } from '../../db/end-users/imports';
import { importAccepted, importBody, importQuery, importRecord } from '../../domain/end-users/import/schemas';
import { peopleFilter } from '../../domain/end-users/schemas';
import { notFound } from '../../domain/errors';
import type { JsonObject } from '../../domain/json/schemas';
import { exportPeople } from '../../operations/end-users/export-people';
import { receiveImport } from '../../operations/end-users/receive-import';
import { rejectedRowsCsv } from '../../operations/end-users/rejected-rows';
import { undoImport } from '../../operations/end-users/undo-import';
import { mustExist } from '../must-exist';
import { cutPage, pageOf, pageQuery } from '../paging';
import { accepted, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { csvRows } from './csv-rows';

const tag = 'end-users';
const params = z.object({ id: z.string() });
const shownErrors = 100;

export const peopleImportRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/end-users/export',
    tag,
    summary: 'Export people as CSV',
    description:
      'All people, those of an audience, or those that a search finds. The columns are those that an import takes.',
    access: { permission: 'end_users.import' },
    limit: 'read',
    request: { query: z.strictObject({ q: peopleFilter.q, audienceId: peopleFilter.audienceId }) },
    responses: { 200: { contentType: 'text/csv', description: 'The people.' } },
    errors: ['NOT_FOUND'],
    handler: async ({ query: { q: search, audienceId }, actor: { workspaceId }, services, method }) => {
      const { database } = services;
      if (audienceId !== undefined && (await findAudience(database, workspaceId, audienceId)) === null) {
        throw notFound('Audience', audienceId);
      }
      const file = { 'Content-Disposition': 'attachment; filename="people.csv"', 'Content-Type': 'text/csv' };
      const people = exportPeople(services, workspaceId, { audienceId, search });
      return ok(method === 'HEAD' ? '' : Readable.from(people), file);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/end-users/import',
    tag,
    summary: 'Import people',
    description:
      'CSV with a header row, up to 50 MB, or JSON, up to 1 MB. Rows are matched by `email`, `id`, or both, and imported ' +
      'in the background. Empty values change nothing. Existing people keep their consent, unless a row withdraws it or ' +
      'they never stated one. Numbers, true and false in CSV become values of that type.',
    access: { permission: 'end_users.import' },
    limit: 'write',
    streamsCsv: true,
    request: { query: importQuery, body: importBody },
    responses: { 202: importAccepted },
    errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    handler: async ({ query, body, stream, actor, services }) => {
      const rows = stream === null ? tableOf(body.rows) : csvRows(stream);
      const columns = stream === null ? body.columns : query.columns;
      const consent = stream === null ? body.consent : query.consent;
      const request = { dryRun: query.dryRun === 'true', columns, consent };
      return accepted({ importId: await receiveImport(services, actor, rows, request) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/end-users/imports',
    tag,
    summary: 'List imports, newest first',
    access: { permission: 'end_users.import' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(importRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const found = await listImports(database, workspaceId, { limit: limit + 1, before: cursor ?? null });
      return ok(
        cutPage(
          found.map((one) => presentImport(one, [])),
          limit,
        ),
      );
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/end-users/imports/:id',
    tag,
    summary: 'Read the progress and the result of an import',
    access: { permission: 'end_users.import' },
    limit: 'read',
    request: { params },
    responses: { 200: importRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const found = await findImport(database, workspaceId, id);
      if (found === null) throw notFound('Import', id);
      const rejected = await listRejectedRows(database, found, { after: 0, limit: shownErrors });
      return ok(
        presentImport(
          found,
          rejected.map(({ number: row, message }) => ({ row, message })),
        ),
      );
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/end-users/imports/:id/errors',
    tag,
    summary: 'Download the rejected rows of an import as CSV',
    description: 'The columns are the row, its problem, and its fields. Kept for 30 days.',
    access: { permission: 'end_users.import' },
    limit: 'read',
    request: { params },
    responses: { 200: { contentType: 'text/csv', description: 'The rejected rows.' } },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database }, method }) => {
      const found = await findImport(database, workspaceId, id);
      if (found === null) throw notFound('Import', id);
      const file = { 'Content-Disposition': `attachment; filename="${id}-errors.csv"`, 'Content-Type': 'text/csv' };
      return ok(method === 'HEAD' ? '' : Readable.from(rejectedRowsCsv(database, found)), file);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/end-users/imports/:id/undo',
    tag,
    summary: 'Undo an import',
    description:
      'Deletes the people that the import created, within a day, except those who were changed since or have activity. ' +
      'Changes of existing people stay. Safe to repeat.',
    access: { permission: 'end_users.import' },
    limit: 'write',
    request: { params },
    findNamed: mustExist('Import', findImport),
    responses: { 202: importRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) =>
      accepted(presentImport(await undoImport(services, actor, id), [])),
  }),
];

/** The rows of JSON as a table: the names of all columns, then the values. */
function tableOf(rows: readonly JsonObject[]): unknown[][] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [names, ...rows.map((row) => names.map((name) => row[name]))];
}

const presentImport = (
  { workspaceId: _workspace, consent: _consent, actor: _actor, ...found }: PeopleImport,
  errors: { row: number; message: string }[],
): z.infer<typeof importRecord> => ({
  ...found,
  errors,
  createdAt: found.createdAt.toISOString(),
  completedAt: found.completedAt?.toISOString() ?? null,
});
