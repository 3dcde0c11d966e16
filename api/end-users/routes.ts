import { z } from 'zod';
import { type EndUser, findEndUser, listAttributeNames, listEndUsers } from '../../db/end-users/end-users';
import { createEndUserBody, endUserRecord, peopleFilter, updateEndUserBody } from '../../domain/end-users/schemas';
import { notFound } from '../../domain/errors';
import { receiptSettings } from '../../domain/events/parse-events';
import { keyedIngestionResponse, personEventBody } from '../../domain/events/schemas';
import { listMembers } from '../../operations/audiences/list-members';
import { createEndUser, updateEndUser } from '../../operations/end-users/end-users';
import { currentTraceparent } from '../../telemetry/spans';
import { take } from '../events/routes';
import { mustExist } from '../must-exist';
import { cutPage, pageOf, pageQuery, writeCursor } from '../paging';
import { created, ok } from '../responses';
import { defineRoute, type Route } from '../route';

const tag = 'end-users';
const params = z.object({ id: z.string() });

export const endUserRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/end-users',
    tag,
    summary: 'Search end users, newest first',
    description:
      '`q` has one or more words. Each must be part of the email address, the id, or one of the attributes `name`, ' +
      '`first_name`, `last_name`, `company` and the `searchAttributes` of the workspace. Words of one or two letters ' +
      'match only the beginning of a word. With `audienceId`, a page may have fewer people than `limit`, or none, ' +
      'although `nextCursor` is set: continue with it.',
    access: { permission: 'end_users.read' },
    limit: 'read',
    request: { query: pageQuery.extend(peopleFilter) },
    responses: { 200: pageOf(endUserRecord) },
    errors: ['NOT_FOUND'],
    handler: async ({ query: { limit, cursor, email, q, audienceId }, actor: { workspaceId }, services }) => {
      const page = { before: cursor ?? null, email, search: q };
      if (audienceId !== undefined) {
        const { people, next } = await listMembers(services, workspaceId, audienceId, { ...page, limit });
        return ok({ data: people.map(presentEndUser), nextCursor: next === null ? null : writeCursor([next]) });
      }
      const people = await listEndUsers(services.database, workspaceId, { ...page, limit: limit + 1 });
      return ok(cutPage(people.map(presentEndUser), limit));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/end-users',
    tag,
    summary: 'Create an end user (a lead)',
    access: { permission: 'end_users.write' },
    limit: 'write',
    request: { body: createEndUserBody },
    responses: { 201: endUserRecord },
    errors: ['CONFLICT'],
    handler: async ({ body, actor, services }) => created(presentEndUser(await createEndUser(services, actor, body))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/end-users/attributes',
    tag,
    summary: 'List the names of attributes, the most frequent first',
    description: 'Reads the 1,000 newest people. Lists at most 500 names.',
    access: { permission: 'end_users.read' },
    limit: 'read',
    responses: { 200: z.array(z.object({ name: z.string() })) },
    handler: async ({ actor: { workspaceId }, services: { database } }) =>
      ok((await listAttributeNames(database, workspaceId)).map((name) => ({ name }))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/end-users/:id',
    tag,
    summary: 'Read an end user',
    access: { permission: 'end_users.read' },
    limit: 'read',
    request: { params },
    responses: { 200: endUserRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      const endUser = await findEndUser(database, actor.workspaceId, id);
      if (endUser === null) throw notFound('End user', id);
      return ok(presentEndUser(endUser));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/end-users/:id',
    tag,
    summary: 'Change an end user',
    description:
      'Attributes are updated one by one. Send null to remove an attribute. Omitted attributes keep their value.',
    access: { permission: 'end_users.write' },
    limit: 'write',
    request: { params, body: updateEndUserBody },
    findNamed: mustExist('End user', findEndUser),
    responses: { 200: endUserRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body, actor, services }) =>
      ok(presentEndUser(await updateEndUser(services, actor, id, body))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/end-users/:id/events',
    tag,
    summary: 'Send an event about an end user',
    description:
      'Stores the event as if your server had sent it, and never flags it as a bot. `started` lists the journeys that ' +
      'it started, `skipped` those that it triggered but did not start.',
    access: { permission: 'events.write' },
    limit: 'write',
    request: { params, body: personEventBody },
    findNamed: mustExist('End user', findEndUser),
    responses: { 200: keyedIngestionResponse },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body, actor, services, receivedAt }) => {
      const { workspaceId } = actor;
      if ((await findEndUser(services.database, workspaceId, id)) === null) throw notFound('End user', id);
      const settings = receiptSettings(await services.http.workspaces.byId(workspaceId), receivedAt);
      const receipt = { origin: 'server', receivedAt, isBot: false, ...settings } as const;
      const sender = { workspaceId, actor: actor.id, traceparent: currentTraceparent(), endUserId: id };
      return take(services, sender, { ...body, userId: id }, receipt);
    },
  }),
];

const presentEndUser = (endUser: EndUser): z.infer<typeof endUserRecord> => ({
  id: endUser.id,
  email: endUser.email,
  attributes: endUser.attributes,
  timezone: endUser.timezone,
  locale: endUser.locale,
  consent: { ...endUser.consent, at: endUser.consent.at.toISOString() },
  createdAt: endUser.createdAt.toISOString(),
  updatedAt: endUser.updatedAt.toISOString(),
});
