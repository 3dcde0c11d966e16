import { findMember, findUser, type Member } from '../../db/accounts/accounts';
import { findStoredAnomaly } from '../../db/analytics/anomalies';
import { findConnection } from '../../db/connections/connections';
import type { Database } from '../../db/connection/pool';
import { findDigest } from '../../db/digests/digests';
import { findExperiment } from '../../db/experiments/experiments';
import { findInvitation } from '../../db/accounts/invitations';
import { isRecipient } from '../../db/notices/member-notices';
import type { InvitationNotice, Notice, PasswordResetNotice, WrittenMemberNotice } from '../../db/notices/notices';
import { findResettingUser } from '../../db/accounts/password-resets';
import { findWorkspace, type Workspace } from '../../db/workspaces/workspaces';
import { formatInvitationToken } from '../../domain/accounts/invitation-token';
import { aRole } from '../../domain/accounts/role-name';
import { formatPasswordResetToken } from '../../domain/accounts/password-reset-token';
import { anomalyVariables } from '../../domain/analytics/anomaly-text';
import { digestMessage } from '../../domain/digest/digest-message';
import type { RenderedMessage } from '../../domain/email/message';
import { renderTransactional, type TransactionalTemplate } from '../../domain/email/render-transactional';
import { brandingOf } from '../../domain/senders/branding';
import { connectionOf, integrationName } from '../../domain/notices/member-notice';
import { noticeTemplate } from '../../domain/notices/notice-template';
import { findOwnTemplate } from '../communications/own-template';
import type { Context, Settings } from '../ports';
import { renderedOrNull } from '../sends/render-content';

/** Notices are stored as ids; their recipient and text are read when they are sent. */
export type NoticeContext = Pick<Context, 'database' | 'threads' | 'log'> & {
  settings: Pick<Settings, 'publicUrl' | 'linkSecret'>;
};

interface Addressed {
  to: string;
  message: RenderedMessage;
}

type Variables = Record<string, string | number>;

/** @returns null when the recipient or the subject of the notice is gone */
export async function composeNotice(
  context: NoticeContext,
  workspaceId: string,
  notice: Notice,
): Promise<Addressed | null> {
  const workspace = await findWorkspace(context.database, workspaceId);
  if (workspace === null) return null;
  const filled = await fill(context, workspace, notice);
  if (filled === null) return null;
  const message = await renderNotice(context, workspace, notice.template, filled);
  return { to: filled.to, message };
}

function fill(context: NoticeContext, workspace: Workspace, notice: Notice): Promise<Filled | null> {
  if ('invitationId' in notice) return fillInvitation(context, workspace, notice);
  if ('resetId' in notice) return fillPasswordReset(context, notice);
  return fillMemberNotice(context, workspace, notice);
}

interface Filled {
  to: string;
  variables: Variables;
  builtIn: TransactionalTemplate;
}

/**
 * Renders the workspace's own template of that name. Uses the built-in one if the workspace has no such template, or if it
 * cannot be rendered.
 */
async function renderNotice(
  { database, threads, log }: NoticeContext,
  workspace: Workspace,
  template: Notice['template'],
  { variables, builtIn }: Filled,
): Promise<RenderedMessage> {
  // An account is of no single workspace, and its link is private: no workspace's settings or logo apply to that message.
  const isOfAccount = template === 'password-reset';
  const sender = brandingOf(isOfAccount ? { name: workspace.name, sender: null } : workspace);
  const own = isOfAccount ? null : await findOwnTemplate(database, workspace.id, template);
  if (own !== null) {
    const given = { template: own, variables, sender };
    const rendered = await renderedOrNull({ log }, threads.run('renderTransactional', given, workspace.id), {
      workspaceId: workspace.id,
      communicationId: template,
    });
    if (rendered !== null) return rendered;
  }
  return renderTransactional(builtIn, variables, sender);
}

async function fillInvitation(
  { database, settings: { publicUrl, linkSecret } }: NoticeContext,
  workspace: Workspace,
  notice: InvitationNotice,
): Promise<Filled | null> {
  const invitation = await findInvitation(database, workspace.id, notice.invitationId);
  if (invitation === null) return null;
  const inviter = await findUser(database, { id: invitation.invitedBy });
  const shared = { org_name: workspace.name, role: aRole(invitation.role) };
  if (notice.template === 'invite') {
    if (invitation.acceptedAt !== null || invitation.expiresAt <= new Date()) return null;
    const token = formatInvitationToken(linkSecret, { workspaceId: workspace.id, invitationId: invitation.id });
    const inviterName = inviter?.name ?? inviter?.email ?? workspace.name;
    const variables = { ...shared, accept_url: `${publicUrl}/invitations/${token}`, inviter_name: inviterName };
    return { to: invitation.email, variables, builtIn: noticeTemplate(notice.template) };
  }
  const member = await findUser(database, { id: invitation.acceptedBy ?? '' });
  if (inviter === null || member === null) return null;
  const variables = { ...shared, member_name: member.name ?? member.email };
  return { to: inviter.email, variables, builtIn: noticeTemplate(notice.template) };
}

async function fillPasswordReset(
  { database, settings: { publicUrl, linkSecret } }: NoticeContext,
  { resetId }: PasswordResetNotice,
): Promise<Filled | null> {
  const user = await findResettingUser(database, resetId);
  if (user === null) return null;
  const token = formatPasswordResetToken(linkSecret, resetId);
  const variables = { reset_url: `${publicUrl}/password-reset/${token}` };
  return { to: user.email, variables, builtIn: noticeTemplate('password-reset') };
}

async function fillMemberNotice(
  context: NoticeContext,
  workspace: Workspace,
  notice: WrittenMemberNotice,
): Promise<Filled | null> {
  const member = await findMember(context.database, workspace.id, notice.userId);
  if (member === null || !(await isRecipient(context.database, workspace.id, notice, member.id))) return null;
  if (notice.template === 'weekly-digest') return fillDigest(context, workspace, notice.date, member);
  const variables = await variablesOf(context, workspace, notice, member);
  if (variables === null) return null;
  const builtIn = noticeTemplate(notice.template);
  return { to: member.email, variables: { ...variables, org_name: workspace.name }, builtIn };
}

async function fillDigest(
  { database, settings: { publicUrl } }: NoticeContext,
  workspace: Workspace,
  date: string,
  member: Member,
): Promise<Filled | null> {
  const summary = await findDigest(database, workspace.id, date);
  if (summary === null) return null;
  const reader = { date, consoleUrl: `${publicUrl}/console`, name: member.name ?? '', workspaceName: workspace.name };
  const { template, variables } = digestMessage(summary, reader);
  return { to: member.email, variables, builtIn: template };
}

/** The variables of the catalog's template. */
async function variablesOf(
  { database, settings: { publicUrl } }: NoticeContext,
  workspace: Workspace,
  notice: Exclude<WrittenMemberNotice, { template: 'weekly-digest' }>,
  member: Member,
): Promise<Variables | null> {
  const consoleUrl = `${publicUrl}/console`;
  const name = member.name ?? '';
  switch (notice.template) {
    case 'experiment-started':
    case 'experiment-completed':
      return experimentVariables(database, consoleUrl, workspace.id, notice);
    case 'integration-connected':
    case 'integration-sync-failed':
      return {
        integrations_url: `${consoleUrl}/connections`,
        integration_name: await nameOf(database, workspace.id, notice),
      };
    case 'integration-sync-complete':
      return {
        performance_url: consoleUrl,
        integration_name: await nameOf(database, workspace.id, notice),
        row_count: notice.rowCount,
      };
    case 'anomaly-detected':
      return {
        investigate_url: consoleUrl,
        metric_name: titled(notice.metric),
        ...(await anomalyFigures(database, workspace.id, notice)),
      };
    case 'plan-upgrade':
    case 'plan-downgrade':
      return { dashboard_url: consoleUrl, name, from_plan: titled(notice.from), to_plan: titled(notice.to) };
  }
}

async function experimentVariables(
  database: Database,
  consoleUrl: string,
  workspaceId: string,
  { template, experimentId }: { template: 'experiment-started' | 'experiment-completed'; experimentId: string },
): Promise<Variables | null> {
  const experiment = await findExperiment(database, workspaceId, experimentId);
  if (experiment === null) return null;
  const { name, variants, promotedVariantId } = experiment;
  const winner = variants.find(({ id }) => id === promotedVariantId);
  const result = template === 'experiment-completed' && winner !== undefined ? `${winner.name} wins` : null;
  return {
    experiment_url: `${consoleUrl}/experiments/${experimentId}`,
    experiment_name: name,
    ...(result === null ? {} : { result_label: result }),
  };
}

/** The connection's name, while there is one. */
async function nameOf(
  database: Database,
  workspaceId: string,
  { connectorType, occurrence }: { connectorType: string; occurrence: string },
): Promise<string> {
  const connection = await findConnection(database, workspaceId, connectionOf(occurrence));
  return integrationName(connectorType, connection?.name ?? null);
}

async function anomalyFigures(
  database: Database,
  workspaceId: string,
  { metric, date }: { metric: string; date: string },
): Promise<Variables> {
  const anomaly = await findStoredAnomaly(database, workspaceId, { metric, date });
  return anomaly === null ? {} : anomalyVariables(anomaly, date);
}

/** A name of a list as it begins a sentence. */
const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
