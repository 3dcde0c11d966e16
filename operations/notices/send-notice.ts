import { claimQueuedSend, findSend, releaseClaim, settleSend } from '../../db/email/sends';
import { hasEarlierNotice } from '../../db/notices/member-notices';
import { findNotice, listUnqueuedNotices } from '../../db/notices/notices';
import { AttemptDelayed } from '../../domain/attempt-delayed';
import { requeue } from '../outbox/requeue';
import type { Context } from '../ports';
import { openClaimOf, performSend, type SendContext } from '../sends/perform-send';
import { composeNotice, type NoticeContext } from './compose-notice';

export interface NoticeInput {
  workspaceId: string;
  sendId: string;
}

/**
 * Sends a notice to a member or an invited person at most once. If its recipient or its cause no longer exists, nothing
 * is sent.
 * @throws AttemptDelayed if the send has to be attempted again
 */
export async function sendNotice(
  context: NoticeContext & SendContext,
  { workspaceId, sendId }: NoticeInput,
): Promise<void> {
  const { database } = context;
  const earlier = await findSend(database, workspaceId, sendId);
  if (earlier === null || !['queued', 'sending'].includes(earlier.status)) return;
  await performSend<void>(context, {
    sendId,
    open: openClaimOf(earlier),
    async compose() {
      if (await hasEarlierNotice(database, workspaceId, sendId)) {
        const message = 'An earlier notification of this connection has to be sent first.';
        throw new AttemptDelayed('EarlierNotice', message, 1_000);
      }
      const notice = await findNotice(database, workspaceId, sendId);
      const composed = notice === null ? null : await composeNotice(context, workspaceId, notice);
      if (composed !== null) {
        return { message: { sendId, to: composed.to, ...composed.message, headers: {} } };
      }
      await settleSend(database, workspaceId, { sendId, settled: { status: 'failed', failure: 'cause_gone' } });
      return { ended: undefined };
    },
    claim: () => claimQueuedSend(database, workspaceId, sendId),
    release: (mark) => releaseClaim(database, { workspaceId, sendId, mark }),
    settle: (settled) => settleSend(database, workspaceId, { sendId, settled }),
  });
}

/**
 * Queues notices again that were not settled within five minutes and have no command. A running workflow of a notice
 * continues, and a lost one starts again.
 * @returns the number of queued notices
 */
export const requeueNotices = ({ database }: Pick<Context, 'database'>, limit: number): Promise<number> =>
  requeue(database, 'send_notice', (transaction) => listUnqueuedNotices(transaction, limit));
