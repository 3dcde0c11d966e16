import { z } from 'zod';
import { findMember, listMembers } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { findInvitation, listOpenInvitations } from '../../db/accounts/invitations';
import { acceptInvitationBody, inviteMemberBody, memberRecord, updateMemberBody } from '../../domain/accounts/schemas';
import { sessionRecord } from '../../domain/sessions/schemas';
import { notFound } from '../../domain/errors';
import { acceptInvitation } from '../../operations/accounts/accept-invitation';
import { changeRole, inviteMember, removeMember, resendInvitation } from '../../operations/accounts/members';
import { mustExist } from '../must-exist';
import { created, ok } from '../responses';
import { cutPage, pageOf, pageQueryBy } from '../paging';
import { defineRoute, type Route } from '../route';
import { presentInvitation, presentMember, presentSession } from './present';
import { withCookie } from './session-routes';

const tag = 'members';
const params = z.object({ id: z.string() });

/** A member, or an invited person who has not accepted yet. @throws AppError NOT_FOUND */
async function readMember(database: Database, workspaceId: string, id: string): Promise<z.infer<typeof memberRecord>> {
  const member = await findMember(database, workspaceId, id);
  if (member !== null) return presentMember(member);
  const invitation = await findInvitation(database, workspaceId, id);
  if (invitation === null || invitation.acceptedAt !== null) throw notFound('Member', id);
  return presentInvitation(invitation);
}

/** What the list is sorted by: a member or an invitation may be gone when the next page is read. */
const placeInList = z.tuple([z.iso.datetime(), z.string()]);
type PlaceInList = z.output<typeof placeInList>;

const placeOf = ({ createdAt, id }: z.infer<typeof memberRecord>): PlaceInList => [createdAt, id];

/** Descending, as a comparison for `sort`. */
function newestFirst([at, id]: PlaceInList, [otherAt, otherId]: PlaceInList): number {
  const [text, other] = at === otherAt ? [id, otherId] : [at, otherAt];
  if (text === other) return 0;
  return text < other ? 1 : -1;
}

export const memberRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/members',
    tag,
    summary: 'List members and open invitations, newest first',
    access: { permission: 'members.read' },
    limit: 'read',
    request: { query: pageQueryBy(placeInList) },
    responses: { 200: pageOf(memberRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const people = [
        ...(await listOpenInvitations(database, workspaceId)).map(presentInvitation),
        ...(await listMembers(database, workspaceId)).map(presentMember),
      ];
      const rest = people.filter((one) => cursor === undefined || newestFirst(placeOf(one), cursor) > 0);
      const sorted = rest.sort((a, b) => newestFirst(placeOf(a), placeOf(b)));
      return ok(cutPage(sorted, limit, placeOf));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/members',
    tag,
    summary: 'Invite a person by email',
    description:
      'The link works once and expires after 7 days. The invitation is withdrawn if the inviter loses the right to ' +
      'invite or the key that sent it is revoked. A server key can grant only the role member. Limits in 24 hours: 3 ' +
      'invitations per address and 500 per workspace (429).',
    access: { permission: 'members.write' },
    limit: 'write',
    request: { body: inviteMemberBody },
    responses: { 201: memberRecord },
    errors: ['CONFLICT'],
    handler: async ({ body, actor, services }) => created(presentInvitation(await inviteMember(services, actor, body))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/members/:id/resend-invitation',
    tag,
    summary: 'Send an invitation again',
    description:
      'Sends the email with the same link again. The invitation then expires after 7 more days, and counts as yours. The ' +
      'limits of invitations apply (429).',
    access: { permission: 'members.write' },
    limit: 'write',
    request: { params },
    findNamed: mustExist('Member', readMember),
    responses: { 200: memberRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) =>
      ok(presentInvitation(await resendInvitation(services, actor, id))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/members/accept',
    tag,
    summary: 'Accept an invitation and sign in',
    description: 'The token is in the link of the email. If the person already has an account, send its password.',
    access: 'public',
    sameOrigin: true,
    limit: 'none',
    request: { body: acceptInvitationBody },
    responses: { 200: sessionRecord },
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'TOTP_REQUIRED', 'FORBIDDEN', 'RATE_LIMITED'],
    handler: async ({ body, services, address, userAgent }) => {
      const session = await acceptInvitation(services, body, { address, userAgent });
      return ok(presentSession(session), await withCookie(session, services));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/members/:id',
    tag,
    summary: 'Read a member or an open invitation',
    access: { permission: 'members.read' },
    limit: 'read',
    request: { params },
    responses: { 200: memberRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) =>
      ok(await readMember(database, actor.workspaceId, id)),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/members/:id',
    tag,
    summary: "Change a member's role",
    description:
      'You cannot grant or revoke a role above your own. A server key can grant only the role member. The last owner ' +
      'keeps the role. After a demotion, invitations that the person may no longer send are withdrawn.',
    access: { permission: 'members.write' },
    limit: 'write',
    request: { params, body: updateMemberBody },
    findNamed: mustExist('Member', readMember),
    responses: { 200: memberRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body: { role }, actor, services }) => {
      await changeRole(services, actor, id, role);
      return ok(await readMember(services.database, actor.workspaceId, id));
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/members/:id',
    tag,
    summary: 'Remove a member or withdraw an invitation',
    description:
      'Ends the sessions of the member in this workspace, revokes their user keys and withdraws the invitations they ' +
      'sent. The last owner cannot be removed.',
    access: { permission: 'members.write' },
    limit: 'write',
    request: { params },
    responses: { 200: z.object({ id: z.string(), deleted: z.literal(true) }) },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) => {
      await removeMember(services, actor, id);
      return ok({ id, deleted: true as const });
    },
  }),
];
