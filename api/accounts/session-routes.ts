import { z } from 'zod';
import { findSession, type Session } from '../../db/accounts/sessions';
import { listSessionWorkspaces } from '../../db/reports/session-workspaces';
import { changePasswordBody } from '../../domain/accounts/schemas';
import { unauthorized } from '../../domain/errors';
import {
  sessionRecord,
  sessionWorkspaces,
  signInBody,
  signInByLinkBody,
  startChosen,
  switchWorkspaceBody,
} from '../../domain/sessions/schemas';
import { changePassword } from '../../operations/accounts/passwords';
import { recordStartChoice, signOut, switchWorkspace } from '../../operations/accounts/sessions';
import { signIn } from '../../operations/accounts/sign-in';
import { signInByLink } from '../../operations/accounts/sign-in-links';
import { ok } from '../responses';
import { clearedCookieHeader, sessionCookieHeader } from '../middleware/session-cookie';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';
import { presentSession } from './present';

const tag = 'session';

/** The header that puts a session into the browser. */
export async function withCookie(
  session: Session,
  { settings: { sessionSecret, publicUrl } }: Services,
): Promise<Record<string, string>> {
  const named = { id: session.id, userId: session.user.id, expiresAt: session.expiresAt };
  return { 'Set-Cookie': await sessionCookieHeader(named, { secret: sessionSecret, publicUrl }) };
}

export const sessionRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/session',
    tag,
    summary: 'Sign in',
    description:
      'Sets the cookie `svc_session`. Sign-in to an account is blocked for callers from the same network after 10 ' +
      'failures or 600 attempts within 15 minutes. If two-step verification is on, the right password without `totp` is 401 ' +
      'TOTP_REQUIRED: send the request again with `totp`. After 20 wrong codes for an account within 15 minutes, codes are ' +
      'refused with 429.',
    access: 'public',
    sameOrigin: true,
    limit: 'none',
    request: { body: signInBody },
    responses: { 200: sessionRecord },
    errors: ['UNAUTHORIZED', 'TOTP_REQUIRED', 'FORBIDDEN', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
    handler: async ({ body, services, address, userAgent }) => {
      const session = await signIn(services, body, { address, userAgent });
      return ok(presentSession(session), await withCookie(session, services));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/session/link',
    tag,
    summary: 'Sign in with a one-time link',
    description:
      'Sets the cookie `svc_session`. `npm start` and `npm run sign-in-link` create links. A link works once, within 15 ' +
      'minutes, and only on the machine that runs the service: the network address and the Host header of the request ' +
      'must be loopback. A link needs no second step, because only the operator of the installation can create one.',
    access: 'public',
    sameOrigin: true,
    thisMachineOnly: true,
    limit: 'none',
    request: { body: signInByLinkBody },
    responses: { 200: sessionRecord },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
    handler: async ({ body: { token }, services, address, userAgent }) => {
      await services.signIns.countLinkUse(address);
      const session = await signInByLink(services, token, { userAgent });
      return ok(presentSession(session), await withCookie(session, services));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/session',
    tag,
    summary: 'Read the current session',
    access: 'session',
    limit: 'read',
    responses: { 200: sessionRecord },
    handler: async ({ actor: { sessionId }, services: { database } }) => {
      const session = await findSession(database, sessionId ?? '');
      if (session === null) throw unauthorized('The session has ended. Sign in again.');
      return ok(presentSession(session));
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/session',
    tag,
    summary: 'Sign out',
    description: 'Ends the session on the server. Copies of the cookie stop working.',
    access: 'session',
    limit: 'write',
    responses: { 200: z.object({ id: z.string(), deleted: z.literal(true) }) },
    handler: async ({ actor: { sessionId }, services }) => {
      const id = sessionId ?? '';
      await signOut(services, id);
      return ok({ id, deleted: true as const }, { 'Set-Cookie': clearedCookieHeader(services.settings.publicUrl) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/session/workspaces',
    tag,
    summary: 'List your workspaces',
    access: 'session',
    limit: 'read',
    responses: { 200: sessionWorkspaces },
    handler: async ({ actor: { userId, workspaceId }, services: { database } }) =>
      ok(await listSessionWorkspaces(database, { userId: userId ?? '', workspaceId })),
  }),
  defineRoute({
    method: 'post',
    path: '/api/session/start',
    tag,
    summary: 'Record that you chose where to start',
    description: 'Ends the offer to explore the demo workspace, in all your workspaces.',
    access: 'session',
    limit: 'write',
    responses: { 200: startChosen },
    handler: async ({ actor: { userId, workspaceId }, services }) => {
      await recordStartChoice(services, userId ?? '');
      return ok({ workspaceId, offersDemo: false as const });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/session/workspace',
    tag,
    summary: 'Switch to another workspace',
    description:
      'Ends this session and starts one in the other workspace. No password is needed. Returns 404 if you are not a ' +
      'member of the workspace.',
    access: 'session',
    limit: 'write',
    request: { body: switchWorkspaceBody },
    responses: { 200: sessionRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ body: { workspaceId }, actor, services, userAgent }) => {
      const session = await switchWorkspace(services, actor, { workspaceId, userAgent });
      return ok(presentSession(session), await withCookie(session, services));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/session/password',
    tag,
    summary: 'Change your password',
    description: 'Ends all your sessions and starts a new one for this client.',
    access: 'session',
    limit: 'write',
    request: { body: changePasswordBody },
    responses: { 200: sessionRecord },
    handler: async ({ body, actor, services, address, userAgent }) => {
      const session = await changePassword(services, actor, { ...body, address, userAgent });
      return ok(presentSession(session), await withCookie(session, services));
    },
  }),
];
