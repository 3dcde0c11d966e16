import { z } from 'zod';
import { recordAudit } from '../../db/audit';
import { isUniqueViolation, type Database } from '../../db/connection';
import {
  deleteSuppression,
  findSuppression,
  insertSuppression,
  listSuppressions,
  updateSuppression,
} from '../../db/suppressions';
import { conflict, notFound } from '../../domain/errors';
import { createSuppressionBody, suppressionRecord, updateSuppressionBody } from '../../domain/suppressions/schemas';
import { created, deleted, deletedRecord, ok } from '../answers';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Actor, type Route } from '../route';
import { presentSuppression } from './present';

const tag = 'suppressions';
const params = z.object({ id: z.string() });

/** Logs who kept an address from mail, or let it have mail again: by the suppression's id, never the address. */
const audit = (
  transaction: Database,
  { workspaceId, id: actor }: Actor,
  action: 'suppression.created' | 'suppression.updated' | 'suppression.deleted',
  suppressionId: string,
): Promise<void> =>
  recordAudit(transaction, [
    { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor, action, metadata: { suppressionId } },
  ]);

const suppressedAlready = () => conflict('This address is suppressed already.');

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
    summary: 'Suppress an address: it gets no mail from now on',
    access: { permission: 'suppressions.write' },
    limit: 'write',
    request: { body: createSuppressionBody },
    responses: { 201: suppressionRecord },
    errors: ['CONFLICT'],
    handler: async ({ body, actor, services: { database } }) =>
      database.transaction(async (transaction) => {
        const { workspaceId, id: origin } = actor;
        const suppression = await insertSuppression(transaction, { workspaceId, ...body, origin });
        if (suppression === null) throw suppressedAlready();
        await audit(transaction, actor, 'suppression.created', suppression.id);
        return created(presentSuppression(suppression));
      }),
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
    summary: 'Correct a suppression’s address or reason',
    description: 'Who or what caused it stays.',
    access: { permission: 'suppressions.write' },
    limit: 'write',
    request: { params, body: updateSuppressionBody },
    responses: { 200: suppressionRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body, actor, services: { database } }) => {
      const changed = database.transaction(async (transaction) => {
        const suppression = await updateSuppression(transaction, { workspaceId: actor.workspaceId, id }, body);
        if (suppression === null) throw notFound('Suppression', id);
        await audit(transaction, actor, 'suppression.updated', id);
        return ok(presentSuppression(suppression));
      });
      return changed.catch((error: unknown) => {
        throw isUniqueViolation(error) ? suppressedAlready() : error;
      });
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/suppressions/:id',
    tag,
    summary: 'Lift a suppression: the address may get mail again',
    access: { permission: 'suppressions.write' },
    limit: 'write',
    request: { params },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) =>
      database.transaction(async (transaction) => {
        if (!(await deleteSuppression(transaction, actor.workspaceId, id))) throw notFound('Suppression', id);
        await audit(transaction, actor, 'suppression.deleted', id);
        return deleted(id);
      }),
  }),
];
