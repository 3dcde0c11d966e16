import { findNoticePreferences } from '../../db/notices/notice-preferences';
import { notificationPreferences, updateNotificationPreferencesBody } from '../../domain/accounts/schemas';
import { changePreferences } from '../../operations/accounts/members';
import { ok } from '../responses';
import { defineRoute, type Actor, type Route } from '../route';

const tag = 'session';
const path = '/api/session/notifications';

/** A session always has a user. */
const userOf = ({ userId }: Actor): string => userId ?? '';

export const notificationRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'Read your email notification settings',
    description: 'The settings apply to you in this workspace. Invitations and plan changes cannot be turned off.',
    access: 'session',
    limit: 'read',
    responses: { 200: notificationPreferences },
    handler: async ({ actor, services: { database } }) =>
      ok(await findNoticePreferences(database, actor.workspaceId, userOf(actor))),
  }),
  defineRoute({
    method: 'patch',
    path,
    tag,
    summary: 'Change your email notification settings',
    access: 'session',
    limit: 'write',
    request: { body: updateNotificationPreferencesBody },
    responses: { 200: notificationPreferences },
    handler: async ({ body, actor, services }) =>
      ok(await changePreferences(services, { workspaceId: actor.workspaceId, userId: userOf(actor) }, body)),
  }),
];
