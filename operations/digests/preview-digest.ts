import type { z } from 'zod';
import { findMember } from '../../db/accounts/accounts';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { digestDate } from '../../domain/digest/digest-date';
import { digestMessage, type DigestMessage } from '../../domain/digest/digest-message';
import { digestPeriod } from '../../domain/digest/digest-time';
import type { digestPreview } from '../../domain/digest/schemas';
import { isEmptyWeek } from '../../domain/digest/weekly-summary';
import { renderTransactional } from '../../domain/email/render-transactional';
import { TemplateError } from '../../domain/email/template';
import { notFound } from '../../domain/errors';
import { brandingOf, type Branding } from '../../domain/senders/branding';
import { readReport, type ReportSource } from '../analytics/read-report';
import { findOwnTemplate } from '../communications/own-template';
import type { Context } from '../ports';
import { summarizeWeek } from './summarize-week';

type PreviewContext = ReportSource & Pick<Context, 'threads' | 'settings'>;

/** Renders the digest that would be sent to the caller now, without storing it. @throws AppError NOT_FOUND */
export async function previewDigest(
  context: PreviewContext & Pick<Context, 'clock'>,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<z.infer<typeof digestPreview>> {
  const { database, settings, clock } = context;
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) throw notFound('Workspace', workspaceId);
  const member = userId === null ? null : await findMember(database, workspaceId, userId);
  const { timezone } = workspace;
  const now = clock.now();
  const date = digestDate(now, timezone);
  const summary = await readReport(context, workspaceId, (snapshot) =>
    summarizeWeek(snapshot, { workspaceId, timezone, date, now }),
  );
  const reader = { consoleUrl: `${settings.publicUrl}/console`, name: member?.name ?? '' };
  const message = digestMessage(summary, { ...reader, date, workspaceName: workspace.name });
  const rendered = await render(context, { workspaceId, sender: brandingOf(workspace) }, message);
  return { date, period: digestPeriod(date), isEmpty: isEmptyWeek(summary), ...rendered };
}

/** Renders the workspace's own template. Falls back to the built-in one, also if the own template cannot be rendered. */
async function render(
  { database, threads }: PreviewContext,
  { workspaceId, sender }: { workspaceId: string; sender: Branding },
  { template: builtIn, variables }: DigestMessage,
) {
  const own = await findOwnTemplate(database, workspaceId, 'weekly-digest');
  try {
    const given = { template: own ?? builtIn, variables, sender };
    const { subject, html, text } = await threads.run('renderTransactional', given, workspaceId);
    return { subject, html, text, problem: null };
  } catch (error) {
    if (own === null || !(error instanceof TemplateError)) throw error;
    const { subject, html, text } = renderTransactional(builtIn, variables, sender);
    const problem = `Your template "weekly-digest" cannot be rendered, so the built-in one is used. Check its ${error.field}.`;
    return { subject, html, text, problem };
  }
}
