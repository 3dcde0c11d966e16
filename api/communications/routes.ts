import { z } from 'zod';
import { findCommunication, listCommunications } from '../../db/communications/communications';
import {
  catalogEntry,
  communicationRecord,
  createCommunicationBody,
  messagePreview,
  previewCommunicationBody,
  previewContentBody,
  sentTest,
  updateCommunicationBody,
} from '../../domain/communications/schemas';
import { catalogTemplates } from '../../domain/email/catalog/catalog';
import { notFound } from '../../domain/errors';
import {
  createCommunication,
  deleteCommunication,
  updateCommunication,
} from '../../operations/communications/communications';
import {
  findContent,
  previewCommunication,
  previewUnsaved,
} from '../../operations/communications/preview-communication';
import { sendTest } from '../../operations/communications/send-test';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, ok } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';
import { authorizeWrite } from './authorize';
import { presentCatalogTemplate, presentCommunication } from './present';

const tag = 'communications';
const params = z.object({ id: z.string() });

/** Asserts that a communication or built-in template with the id exists. @throws AppError NOT_FOUND */
const contentMustExist = mustExist('Communication', (database, workspaceId, id) =>
  findContent({ database }, workspaceId, id),
);

export const communicationRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/communications',
    tag,
    summary: 'List communications, newest first',
    access: { permission: 'communications.read' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(communicationRecord) },
    handler: async ({ query: { limit, cursor }, actor, services: { database } }) => {
      const page = { limit: limit + 1, before: cursor ?? null };
      const found = await listCommunications(database, actor.workspaceId, page);
      return ok(cutPage(found.map(presentCommunication), limit));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/communications',
    tag,
    summary: 'Create a communication',
    description:
      'Members can create marketing communications. Transactional communications go live when saved and need an admin ' +
      '(403).',
    access: { permission: 'communications.write' },
    limit: 'write',
    request: { body: createCommunicationBody },
    authorize: authorizeWrite,
    responses: { 201: communicationRecord },
    errors: ['CONFLICT'],
    handler: async ({ body: { html = null, text = null, ...body }, actor, services }) =>
      created(presentCommunication(await createCommunication(services, actor, { html, text, ...body }))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/communications/catalog',
    tag,
    summary: 'List built-in templates by name',
    description:
      'Send a template by using its name as `commId`. A communication with the same id overrides it in the workspace.',
    access: { permission: 'communications.read' },
    limit: 'read',
    responses: { 200: z.array(catalogEntry) },
    handler: () => Promise.resolve(ok(catalogTemplates.map(presentCatalogTemplate))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/communications/:id',
    tag,
    summary: 'Read a communication',
    access: { permission: 'communications.read' },
    limit: 'read',
    request: { params },
    responses: { 200: communicationRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      const communication = await findCommunication(database, actor.workspaceId, id);
      if (communication === null) throw notFound('Communication', id);
      return ok(presentCommunication(communication));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/communications/:id',
    tag,
    summary: 'Change a communication',
    description:
      'Published journey versions keep their copy of the content. Publish again to send the change. Changes to a ' +
      'transactional communication, or of `commType` to or from transactional, need an admin (403).',
    access: { permission: 'communications.write' },
    limit: 'write',
    request: { params, body: updateCommunicationBody },
    findNamed: mustExist('Communication', findCommunication),
    authorize: authorizeWrite,
    responses: { 200: communicationRecord },
    errors: ['NOT_FOUND', 'STALE_UPDATE'],
    handler: async ({ params: { id }, body: { updatedAt, ...changes }, actor, services }) =>
      ok(presentCommunication(await updateCommunication(services, actor, { id, changes, updatedAt }))),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/communications/:id',
    tag,
    summary: 'Delete a communication that no published version sends',
    access: { permission: 'communications.write' },
    limit: 'write',
    request: { params },
    authorize: authorizeWrite,
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) => {
      await deleteCommunication(services, actor, id);
      return deleted(id);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/communications/preview',
    tag,
    summary: 'Preview unsaved content',
    description: 'Nothing is saved or sent. The content is validated as it would be on save.',
    access: { permission: 'communications.read' },
    limit: 'write',
    request: { body: previewContentBody },
    responses: { 200: messagePreview },
    handler: async ({ body, actor: { workspaceId }, services }) =>
      ok(await previewUnsaved(services, workspaceId, body)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/communications/:id/preview',
    tag,
    summary: 'Preview a communication or a built-in template',
    description: 'Nothing is sent. Missing variables are left blank and listed in `missing`.',
    access: { permission: 'communications.read' },
    limit: 'write',
    request: { params, body: previewCommunicationBody },
    findNamed: contentMustExist,
    responses: { 200: messagePreview },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body: { variables }, actor: { workspaceId }, services }) =>
      ok(await previewCommunication(services, { workspaceId, id }, variables)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/communications/:id/test',
    tag,
    summary: 'Send a test email of a communication or a built-in template',
    description:
      'Sends to the email address of the signed-in user. Only the time of the first test of a workspace is recorded.',
    access: { permission: 'communications.write' },
    limit: 'write',
    request: { params, body: previewCommunicationBody },
    findNamed: contentMustExist,
    responses: { 200: sentTest },
    errors: ['NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
    handler: async ({ params: { id }, body: { variables }, actor, services }) =>
      ok(await sendTest(services, actor, { id, variables })),
  }),
];
