import { findMember } from '../../db/accounts/accounts';
import { lastDigestAt } from '../../db/digests/digests';
import { findWorkspace, type Workspace } from '../../db/workspaces/workspaces';
import { digestPeriod, nextDigestAt } from '../../domain/digest/digest-time';
import { digestPreview, digestRecord, startedDigest } from '../../domain/digest/schemas';
import { renderTransactional } from '../../domain/email/render-transactional';
import { TemplateError } from '../../domain/email/template';
import { notFound } from '../../domain/errors';
import { brandingOf } from '../../domain/senders/branding';
import { previewDigest } from '../../operations/digests/preview-digest';
import { requestDigest } from '../../operations/workspaces/request-digest';
import { digestWorkflowId } from '../../workflows/contract/weekly-digest';
import type { Threads } from '../../threads/threads';
import { accepted, ok } from '../responses';
import { defineRoute, type Route } from '../route';

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
    handler: async ({ actor, services, receivedAt: now }) => {
      const { database, replica, threads, publicUrl } = services;
      const workspace = await findWorkspace(database, actor.workspaceId);
      if (workspace === null) throw notFound('Workspace', actor.workspaceId);
      const member = actor.userId === null ? null : await findMember(database, workspace.id, actor.userId);
      const reader = { consoleUrl: `${publicUrl}/console`, name: member?.name ?? '', now };
      const preview = await previewDigest({ database, replica }, workspace, reader);
      const { date, isEmpty } = preview;
      const message = await renderDigest(threads, workspace, preview);
      return ok({ date, period: digestPeriod(date), isEmpty, ...message });
    },
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
    handler: async ({ actor, services: { database }, receivedAt }) => {
      const requested = await requestDigest(database, actor, receivedAt);
      return accepted({ workflowId: digestWorkflowId(actor.workspaceId, requested.date), ...requested });
    },
  }),
];

type Preview = Awaited<ReturnType<typeof previewDigest>>;

/** Renders the workspace's own template; the built-in one if there is none, or if it cannot be rendered. */
async function renderDigest(threads: Threads, workspace: Workspace, { template, own, variables }: Preview) {
  const sender = brandingOf(workspace);
  const given = { template: own ?? template, variables, sender };
  try {
    const { subject, html, text } = await threads.run('renderTransactional', given, workspace.id);
    return { subject, html, text, problem: null };
  } catch (error) {
    if (own === null || !(error instanceof TemplateError)) throw error;
    const { subject, html, text } = renderTransactional(template, variables, sender);
    const problem = `Your template "weekly-digest" cannot be rendered, so the built-in one is used. Check its ${error.field}.`;
    return { subject, html, text, problem };
  }
}
