import { z } from 'zod';
import { findCommunication, insertCommunication, listCommunications } from '../../db/communications';
import { communicationRecord, createCommunicationBody } from '../../domain/communications/schemas';
import { templateProblems } from '../../domain/email/render';
import { invalid, notFound } from '../../domain/errors';
import { created, ok } from '../answers';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';
import { presentCommunication } from './present';

const tag = 'communications';

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
    access: { permission: 'communications.write' },
    limit: 'write',
    request: { body: createCommunicationBody },
    responses: { 201: communicationRecord },
    handler: async ({ body, actor, services: { database } }) => {
      const content = { slots: body.slots, html: body.html ?? null, text: body.text ?? null, tracking: body.tracking };
      const problems = templateProblems(content);
      if (problems.length > 0) {
        throw invalid(
          `A template cannot be read: ${problems.map(({ field, message }) => `${field}: ${message}`).join('; ')}`,
          problems.map(({ field, message }) => ({ path: field, message })),
        );
      }
      const communication = await insertCommunication(database, {
        workspaceId: actor.workspaceId,
        name: body.name,
        commType: body.commType,
        ...content,
      });
      return created(presentCommunication(communication));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/communications/:id',
    tag,
    summary: 'Read a communication',
    access: { permission: 'communications.read' },
    limit: 'read',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: communicationRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      const communication = await findCommunication(database, actor.workspaceId, id);
      if (communication === null) throw notFound('Communication', id);
      return ok(presentCommunication(communication));
    },
  }),
];
