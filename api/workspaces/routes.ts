import { z } from 'zod';
import { findMember } from '../../db/accounts/accounts';
import { findWorkspace, type Workspace } from '../../db/workspaces/workspaces';
import {
  changePlanBody,
  createWorkspaceBody,
  deleteWorkspaceBody,
  updateWorkspaceBody,
  workspaceRecord,
} from '../../domain/accounts/schemas';
import { forbidden, notFound } from '../../domain/errors';
import { workspaceDeletion } from '../../domain/sessions/schemas';
import { changePlan, updateWorkspace } from '../../operations/workspaces/workspaces';
import { createOwnWorkspace } from '../../operations/workspaces/create-own-workspace';
import { requestDeletion } from '../../operations/workspaces/delete-workspace';
import { presentSession } from '../accounts/present';
import { clearedCookieHeader } from '../middleware/session-cookie';
import { accepted, created, ok } from '../responses';
import { defineRoute, type Route } from '../route';

const tag = 'workspace';
const path = '/api/workspace';

const planIsTheInstallations =
  'Only the operator can change the plan: "npm run workspace -- plan --id … --plan …", or PATCH ' +
  '/api/internal/workspaces/:id with the shared secret.';

export const workspaceRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'Read the workspace and its settings',
    access: { permission: 'workspace.read' },
    limit: 'read',
    responses: { 200: workspaceRecord },
    handler: async ({ actor: { workspaceId }, services: { database } }) => {
      const workspace = await findWorkspace(database, workspaceId);
      if (workspace === null) throw notFound('Workspace', workspaceId);
      return ok(presentWorkspace(workspace));
    },
  }),
  defineRoute({
    method: 'patch',
    path,
    tag,
    summary: 'Change the workspace settings',
    description: 'You cannot change `plan` here (403): only the operator can.',
    access: { permission: 'workspace.write' },
    limit: 'write',
    request: { body: updateWorkspaceBody },
    authorize: ({ body }) => {
      if ('plan' in body) throw forbidden(planIsTheInstallations);
    },
    responses: { 200: workspaceRecord },
    handler: async ({ body, actor, services }) => {
      const workspace = await updateWorkspace(services, actor, body);
      services.http.workspaces.clear();
      return ok(presentWorkspace(workspace));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/workspaces',
    tag,
    summary: 'Create a workspace that you own',
    description:
      'The workspace is on the plan free. The session stays in its workspace: switch with POST /api/session/workspace. A ' +
      'person can own up to 20 workspaces.',
    access: 'session',
    limit: 'write',
    request: { body: createWorkspaceBody },
    responses: { 201: workspaceRecord },
    errors: ['CONFLICT'],
    handler: async ({ body, actor: { userId }, services }) =>
      created(presentWorkspace(await createOwnWorkspace(services, userId ?? '', body))),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/workspaces/:id',
    tag,
    summary: 'Delete a workspace',
    description:
      'Deletes the workspace and everything in it. This cannot be undone. Its keys stop working immediately, its journeys ' +
      'end, and sessions of people who are members of another workspace continue there. The data is deleted in the ' +
      'background. With a key, only the workspace of the key can be deleted.',
    access: { permission: 'workspace.delete', person: true },
    limit: 'write',
    request: { params: z.object({ id: z.string() }), body: deleteWorkspaceBody },
    findNamed: async ({ params: { id = '' }, actor, services: { database } }) => {
      if ((await findMember(database, id, actor?.userId ?? '')) === null) throw notFound('Workspace', id);
    },
    responses: { 202: workspaceDeletion },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body: { name }, actor, services }) => {
      const { userId, sessionId, workspaceId } = actor;
      if (sessionId === null && id !== workspaceId) throw notFound('Workspace', id);
      const request = { workspaceId: id, name, userId: userId ?? '', sessionId };
      const session = await requestDeletion(services, request);
      services.http.workspaces.clear();
      const body = { id, status: 'deleting' as const, session: session === null ? null : presentSession(session) };
      const isSignedOut = sessionId !== null && session === null;
      return accepted(
        body,
        isSignedOut ? { 'Set-Cookie': clearedCookieHeader(services.settings.publicUrl) } : undefined,
      );
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/internal/workspaces/:id',
    tag: 'internal',
    summary: 'Change the plan of a workspace',
    description: 'Notifies owners and admins. Setting the same plan again changes nothing.',
    access: 'internal',
    limit: 'none',
    request: { params: z.object({ id: z.string() }), body: changePlanBody },
    findNamed: async ({ params: { id = '' }, services: { database } }) => {
      if ((await findWorkspace(database, id)) === null) throw notFound('Workspace', id);
    },
    responses: { 200: workspaceRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body: { plan }, services }) =>
      ok(presentWorkspace(await changePlan(services, id, plan))),
  }),
];

function presentWorkspace({
  publicKey,
  createdAt,
  updatedAt,
  pausedAt: _,
  ...rest
}: Workspace): z.infer<typeof workspaceRecord> {
  return { ...rest, workspaceKey: publicKey, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
