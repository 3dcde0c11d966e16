import { z } from 'zod';
import { findActiveSession, listActiveSessions, type ListedSession } from '../../db/accounts/sessions';
import { setUpTotpBody, totpSetUp, totpState, disableTotpBody } from '../../domain/accounts/second-step/schemas';
import { accountSession, endedSessions } from '../../domain/sessions/schemas';
import { describeUserAgent } from '../../domain/sessions/user-agent';
import { endOtherSessions, endSession, goneSession } from '../../operations/accounts/sessions';
import { confirmEnrolment, readTotp, startTotp, disableTotp } from '../../operations/accounts/totp';
import { clearedCookieHeader } from '../middleware/session-cookie';
import { cutPage, pageOf, pageQuery } from '../paging';
import { deletedRecord, ok, recordOf } from '../responses';
import { defineRoute, type Actor, type Route } from '../route';

const tag = 'account';
const totpPath = '/api/account/totp';
const sessionsPath = '/api/account/sessions';
const params = z.object({ id: z.string() });
const noStore = { 'Cache-Control': 'no-store' };

/** Routes with access `session` have a person with a session. */
const personOf = ({ workspaceId, userId, sessionId }: Actor) => ({
  workspaceId,
  userId: userId ?? '',
  sessionId: sessionId ?? '',
});

/** The caller's own account: two-step verification and sessions. */
export const accountRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: totpPath,
    tag,
    summary: 'Read whether two-step verification is on',
    access: 'session',
    limit: 'read',
    responses: { 200: totpState },
    handler: async ({ actor, services }) => {
      const { confirmedAt, ...state } = await readTotp(services, personOf(actor).userId);
      return ok({ ...state, confirmedAt: confirmedAt?.toISOString() ?? null });
    },
  }),
  defineRoute({
    method: 'post',
    path: totpPath,
    tag,
    summary: 'Turn on two-step verification',
    description:
      'Two requests. Without `code`, the response has a new secret for an authenticator app (TOTP, SHA-1, 6 digits, 30 ' +
      'seconds); it replaces a secret that was not confirmed. With `code`, within 15 minutes, the response has ten recovery ' +
      'codes, and sign-ins need a code from then on. Other sessions stay.',
    access: 'session',
    limit: 'write',
    request: { body: setUpTotpBody },
    responses: { 200: totpSetUp },
    errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
    handler: async ({ body: { code }, actor, services }) => {
      const { userId } = personOf(actor);
      if (code === undefined) {
        return ok({ enabled: false as const, ...(await startTotp(services, userId)) }, noStore);
      }
      return ok({ enabled: true as const, recoveryCodes: await confirmEnrolment(services, userId, code) }, noStore);
    },
  }),
  defineRoute({
    method: 'delete',
    path: totpPath,
    tag,
    summary: 'Turn off two-step verification',
    description: 'Needs your password, or a code. Deletes the recovery codes. Attempts count as sign-ins.',
    access: 'session',
    limit: 'write',
    request: { body: disableTotpBody },
    responses: { 200: totpState },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: async ({ body, actor, services, address }) => {
      await disableTotp(services, personOf(actor).userId, { ...body, address });
      return ok({ enabled: false, confirmedAt: null, recoveryCodesLeft: 0 });
    },
  }),
  defineRoute({
    method: 'get',
    path: sessionsPath,
    tag,
    summary: 'List your active sessions, newest first',
    description: 'Includes sessions in all your workspaces.',
    access: 'session',
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(accountSession) },
    handler: async ({ query: { limit, cursor }, actor, services: { database }, receivedAt }) => {
      const { userId, sessionId } = personOf(actor);
      const rows = await listActiveSessions(database, userId, { limit: limit + 1, before: cursor ?? null });
      const present = (row: ListedSession) => presentListedSession(row, { sessionId, receivedAt });
      return ok(cutPage(rows.map(present), limit));
    },
  }),
  defineRoute({
    method: 'delete',
    path: sessionsPath,
    tag,
    summary: 'End all your other sessions',
    description: 'Signs you out everywhere else, in all your workspaces. The session of this request stays.',
    access: 'session',
    limit: 'write',
    responses: { 200: endedSessions },
    handler: async ({ actor, services }) => ok({ ended: await endOtherSessions(services, personOf(actor)) }),
  }),
  defineRoute({
    method: 'delete',
    path: `${sessionsPath}/:id`,
    tag,
    summary: 'End one of your sessions',
    description: 'Effective immediately. If it is the session of this request, you are signed out.',
    access: 'session',
    limit: 'write',
    request: { params },
    findNamed: async ({ params: { id = '' }, actor, services: { database } }) => {
      if ((await findActiveSession(database, actor?.userId ?? '', id)) === null) throw goneSession(id);
    },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services }) => {
      const person = personOf(actor);
      await endSession(services, person, id);
      const isCurrent = id === person.sessionId;
      const headers = isCurrent ? { 'Set-Cookie': clearedCookieHeader(services.settings.publicUrl) } : undefined;
      return ok({ id, deleted: true as const }, headers);
    },
  }),
];

/** The session of the request is in use now; its stored time is older. */
function presentListedSession(row: ListedSession, { sessionId, receivedAt }: { sessionId: string; receivedAt: Date }) {
  const current = row.id === sessionId;
  return recordOf(accountSession, {
    ...row,
    current,
    lastUsedAt: current ? receivedAt : row.lastUsedAt,
    userAgent: describeUserAgent(row.userAgent ?? ''),
  });
}
