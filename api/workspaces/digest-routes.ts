import { lastDigestAt } from '../../db/digests/digests';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { nextDigestAt } from '../../domain/digest/digest-time';
import { digestRecord, startedDigest } from '../../domain/digest/schemas';
import { notFound } from '../../domain/errors';
import { requestDigest } from '../../operations/workspaces/request-digest';
import { digestWorkflowId } from '../../workflows/contract/weekly-digest';
import { accepted, ok } from '../responses';
import { defineRoute, type Route } from '../route';

const tag = 'workspace';
const path = '/api/workspace/digest';

export const digestRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'When the weekly digest goes out',
    description:
      'Its settings are changed by `PATCH /api/workspace`. Members turn it off by `/api/session/notifications`.',
    access: { permission: 'workspace.read' },
    limit: 'read',
    responses: { 200: digestRecord },
    handler: async ({ actor: { workspaceId }, services: { database }, receivedAt }) => {
      const workspace = await findWorkspace(database, workspaceId);
      if (workspace === null) throw notFound('Workspace', workspaceId);
      const { digest, timezone } = workspace;
      const lastRunAt = await lastDigestAt(database, workspaceId);
      return ok({
        ...digest,
        timezone,
        nextRunAt: nextDigestAt(digest, timezone, receivedAt)?.toISOString() ?? null,
        lastRunAt: lastRunAt?.toISOString() ?? null,
      });
    },
  }),
  defineRoute({
    method: 'post',
    path: `${path}/run`,
    tag,
    summary: 'Send the digest now',
    description:
      'To every member who wants it, also while the schedule is off. A digest goes out once a day at most: a repeat on the same day, ' +
      'and the schedule on that day, send nothing.',
    access: { permission: 'workspace.write' },
    limit: 'write',
    responses: { 202: startedDigest },
    handler: async ({ actor, services: { database }, receivedAt }) => {
      const date = await requestDigest(database, actor, receivedAt);
      return accepted({ workflowId: digestWorkflowId(actor.workspaceId, date), date });
    },
  }),
];
