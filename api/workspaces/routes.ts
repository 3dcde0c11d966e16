import type { z } from 'zod';
import { findWorkspace, type Workspace } from '../../db/workspaces';
import { updateWorkspaceBody, workspaceRecord } from '../../domain/accounts/schemas';
import { notFound } from '../../domain/errors';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { changeSettings } from './change-settings';

const tag = 'workspace';
const path = '/api/workspace';

function presentWorkspace({ publicKey, createdAt, updatedAt, ...rest }: Workspace): z.infer<typeof workspaceRecord> {
  return { ...rest, workspaceKey: publicKey, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

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
    summary: 'Change settings',
    access: { permission: 'workspace.write' },
    limit: 'write',
    request: { body: updateWorkspaceBody },
    responses: { 200: workspaceRecord },
    handler: async ({ body, actor, services: { database } }) =>
      ok(presentWorkspace(await changeSettings(database, actor, body))),
  }),
];
