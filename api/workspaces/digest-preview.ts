import type { z } from 'zod';
import { findMember } from '../../db/accounts/accounts';
import { findWorkspace, type Workspace } from '../../db/workspaces/workspaces';
import { digestPeriod } from '../../domain/digest/digest-time';
import type { digestPreview } from '../../domain/digest/schemas';
import { renderTransactional } from '../../domain/email/render-transactional';
import { TemplateError } from '../../domain/email/template';
import { notFound } from '../../domain/errors';
import { brandingOf } from '../../domain/senders/branding';
import { previewDigest } from '../../operations/digests/preview-digest';
import type { Actor } from '../route';
import type { Services } from '../services';

/** Renders the digest that would be sent to the caller now. @throws AppError NOT_FOUND */
export async function renderDigestPreview(
  { database, replica, threads, settings: { publicUrl } }: Services,
  { workspaceId, userId }: Pick<Actor, 'workspaceId' | 'userId'>,
  now: Date,
): Promise<z.infer<typeof digestPreview>> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) throw notFound('Workspace', workspaceId);
  const member = userId === null ? null : await findMember(database, workspaceId, userId);
  const reader = { consoleUrl: `${publicUrl}/console`, name: member?.name ?? '', now };
  const preview = await previewDigest({ database, replica }, workspace, reader);
  const { date, isEmpty } = preview;
  return { date, period: digestPeriod(date), isEmpty, ...(await render(threads, workspace, preview)) };
}

/** Renders the workspace's own template; the built-in one if there is none, or if it cannot be rendered. */
async function render(
  threads: Services['threads'],
  workspace: Workspace,
  { template, own, variables }: Awaited<ReturnType<typeof previewDigest>>,
) {
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
