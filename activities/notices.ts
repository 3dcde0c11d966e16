import { ApplicationFailure } from '@temporalio/activity';
import { hasEarlierNotice } from '../db/notices/member-notices';
import { findNotice } from '../db/notices/notices';
import { claimQueuedSend, findSend, releaseClaim, settleSend } from '../db/email/sends';
import { admit, deliver, reconcile } from './delivery';
import { withHeartbeat } from './heartbeat';
import { composeNotice } from './notice-content';
import type { SendDependencies } from './sends';

export interface SendNoticeInput {
  workspaceId: string;
  sendId: string;
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
        if (earlier.providerStartedAt !== null && earlier.claim !== null) {
          const settlement = await reconcile(mailer, sendId, earlier.providerStartedAt);
          if (settlement !== null) {
            await settleSend(database, workspaceId, { sendId, settled: settlement });
            return;
          }
          await releaseClaim(database, { workspaceId, sendId, mark: earlier.claim });
        }
        if (await hasEarlierNotice(database, workspaceId, sendId)) throw notYet();
        await send(workspaceId, sendId);
      });
    },
  };

  async function send(workspaceId: string, sendId: string): Promise<void> {
    const notice = await findNotice(database, workspaceId, sendId);
    const addressed = notice === null ? null : await composeNotice(dependencies, workspaceId, notice);
    if (addressed === null) {
      await settleSend(database, workspaceId, { sendId, settled: { status: 'failed', failure: 'cause_gone' } });
      return;
    }
    await admit(mailer, sendId);
    const atMs = Date.now();
    const mark = await claimQueuedSend(database, workspaceId, sendId);
    if (mark === null) {
      throw ApplicationFailure.retryable('Another attempt is sending this message.', 'SendInProgress');
    }
    const message = { sendId, to: addressed.to, ...addressed.message, headers: {} };
    const release = () => releaseClaim(database, { workspaceId, sendId, mark });
    const settled = await deliver(mailer, message, { atMs, release });
    await settleSend(database, workspaceId, { sendId, settled });
  }
}

const notYet = (): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'An earlier notification of this connection has to be sent first.',
    type: 'EarlierNotice',
    nextRetryDelay: '1s',
  });
