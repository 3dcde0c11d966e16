import { z } from 'zod';
import { isUniqueViolation } from '../../db/connection';
import { findEndUser, insertEndUser } from '../../db/end-users';
import { createEndUserBody, endUserRecord } from '../../domain/end-users/schemas';
import { conflict, notFound } from '../../domain/errors';
import { created, ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { presentEndUser } from './present';

const tag = 'end-users';

export const endUserRoutes: Route[] = [
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
    handler: async ({ body, actor, services: { database } }) => {
      try {
        const endUser = await insertEndUser(database, {
          workspaceId: actor.workspaceId,
          email: body.email ?? null,
          attributes: body.attributes ?? {},
          timezone: body.timezone ?? null,
          locale: body.locale ?? null,
          marketingConsent: body.consent?.marketing ?? true,
        });
        return created(presentEndUser(endUser));
      } catch (error) {
        if (isUniqueViolation(error)) throw conflict('There is an end user with this email in the workspace already.');
        throw error;
      }
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/end-users/:id',
    tag,
    summary: 'Read an end user',
    access: { permission: 'end_users.read' },
    limit: 'read',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: endUserRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      const endUser = await findEndUser(database, actor.workspaceId, id);
      if (endUser === null) throw notFound('End user', id);
      return ok(presentEndUser(endUser));
    },
  }),
];
