import { ApplicationFailure } from '@temporalio/activity';
import { findUser } from '../db/accounts';
import type { Database } from '../db/connection';
import { findInvitation, type Invitation } from '../db/invitations';
import { findNotice, type Notice } from '../db/notices';
import { claimQueuedSend, findSend, releaseClaim, settleSend } from '../db/sends';
import { findWorkspace } from '../db/workspaces';
import { formatInvitationToken } from '../domain/accounts/invitation-token';
import { renderInvite, renderInviteAccepted } from '../domain/email/catalog/member-notices';
import type { RenderedMessage } from '../domain/email/render';
import { deliver, reconcile } from './delivery';
import { withHeartbeat } from './heartbeat';
import type { SendDependencies } from './sends';

export interface SendNoticeInput {
  workspaceId: string;
  sendId: string;
}

interface Addressed {
  to: string;
  message: RenderedMessage;
}

/** Messages to members and invited people. What they say is put together here, from ids. */
export function createNoticeActivities(dependencies: SendDependencies) {
  const { database, mailer } = dependencies;
  return {
    /** Sends a notice at most once, as {@link deliver} and {@link reconcile} have it. One whose cause is gone is dropped. */
    async sendNotice({ workspaceId, sendId }: SendNoticeInput): Promise<void> {
      await withHeartbeat(async () => {
        const earlier = await findSend(database, workspaceId, sendId);
        if (earlier === null || !['queued', 'sending'].includes(earlier.status)) return;
        if (earlier.providerStartedAt !== null) {
          const settlement = await reconcile(mailer, sendId, earlier.providerStartedAt);
          if (settlement !== null) {
            await settleSend(database, workspaceId, sendId, settlement);
            return;
          }
          await releaseClaim(database, workspaceId, sendId);
        }
        await send(workspaceId, sendId);
      });
    },
  };

  async function send(workspaceId: string, sendId: string): Promise<void> {
    const notice = await findNotice(database, workspaceId, sendId);
    const addressed = notice === null ? null : await compose(dependencies, workspaceId, notice);
    if (addressed === null) {
      await settleSend(database, workspaceId, sendId, { status: 'failed', failure: 'cause_gone' });
      return;
    }
    const claimedAtMs = Date.now();
    if (!(await claimQueuedSend(database, workspaceId, sendId))) {
      throw ApplicationFailure.retryable('Another attempt is sending this message.', 'SendInProgress');
    }
    const message = { sendId, to: addressed.to, ...addressed.message, headers: {} };
    const release = () => releaseClaim(database, workspaceId, sendId);
    await settleSend(database, workspaceId, sendId, await deliver(mailer, message, claimedAtMs, release));
  }
}

/** @returns null when there is nobody to tell any more */
async function compose(
  { database, publicUrl, linkSecret }: SendDependencies,
  workspaceId: string,
  notice: Notice,
): Promise<Addressed | null> {
  const invitation = await findInvitation(database, workspaceId, notice.invitationId);
  const workspace = await findWorkspace(database, workspaceId);
  if (invitation === null || workspace === null) return null;
  const { role } = invitation;
  if (notice.template === 'invite') {
    if (invitation.acceptedAt !== null || invitation.expiresAt <= new Date()) return null;
    const token = formatInvitationToken(linkSecret, { workspaceId, invitationId: invitation.id });
    const inviter = await findUser(database, { id: invitation.invitedBy });
    const message = renderInvite({
      accept_url: `${publicUrl}/invitations/${token}`,
      inviter_name: inviter?.name ?? inviter?.email ?? workspace.name,
      org_name: workspace.name,
      role: aOrAn(role),
    });
    return { to: invitation.email, message };
  }
  return composeAccepted(database, invitation, workspace.name);
}

async function composeAccepted(database: Database, invitation: Invitation, orgName: string): Promise<Addressed | null> {
  const inviter = await findUser(database, { id: invitation.invitedBy });
  const member = await findUser(database, { id: invitation.acceptedBy ?? '' });
  if (inviter === null || member === null) return null;
  const message = renderInviteAccepted({
    member_name: member.name ?? member.email,
    org_name: orgName,
    role: aOrAn(invitation.role),
  });
  return { to: inviter.email, message };
}

const aOrAn = (role: Invitation['role']): string => (role === 'member' ? 'a member' : `an ${role}`);
