import { lastDigestAt } from '../../db/digests/digests';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { nextDigestAt } from '../../domain/digest/digest-time';
import { digestPreview, digestRecord, startedDigest } from '../../domain/digest/schemas';
import { notFound } from '../../domain/errors';
import { requestDigest } from '../../operations/digests/digests';
import { digestWorkflowId } from '../../workflows/contract/weekly-digest';
import { accepted, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { previewDigest } from '../../operations/digests/preview-digest';

const tag = 'workspace';
const path = '/api/workspace/digest';

export const digestRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'Read the schedule of the weekly digest',
    description:
      'Change the schedule with `PATCH /api/workspace`. Members can turn the digest off with ' +
      '`/api/session/notifications`.',
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
    method: 'get',
    path: `${path}/preview`,
    tag,
    summary: 'Preview the weekly digest that would be sent now',
    description: 'Covers the seven days before today in the workspace’s timezone. Nothing is stored or sent.',
    access: { permission: 'workspace.read' },
    limit: 'read',
    responses: { 200: digestPreview },
    handler: async ({ actor, services }) => ok(await previewDigest(services, actor)),
  }),
  defineRoute({
    method: 'post',
    path: `${path}/run`,
    tag,
    summary: 'Send the weekly digest now',
    description:
      'Sends to every member who receives the digest, even if the schedule is off. At most one digest is sent per day: ' +
      'a repeat or the schedule on the same day sends nothing.',
    access: { permission: 'workspace.write' },
    limit: 'write',
    responses: { 202: startedDigest },
    handler: async ({ actor, services }) => {
      const requested = await requestDigest(services, actor);
      return accepted({ workflowId: digestWorkflowId(actor.workspaceId, requested.date), ...requested });
    },
  }),
];
