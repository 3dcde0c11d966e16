import { claimQueuedSend, findSend, releaseClaim, settleSend } from '../../db/email/sends';
import { hasEarlierNotice } from '../../db/notices/member-notices';
import { findNotice } from '../../db/notices/notices';
import { SendDelayed } from '../../domain/email/send-delayed';
import type { Context } from '../ports';
import { performSend, type SendContext } from '../sends/perform-send';
import { composeNotice, type NoticeContext } from './compose-notice';

/**
 * Sends a notice to a member or an invited person at most once. A notice without a recipient or a subject anymore is dropped.
 * @throws SendDelayed if the send has to be attempted again
 */
export async function sendNotice(
  context: NoticeContext & SendContext & Pick<Context, 'clock'>,
  { workspaceId, sendId }: { workspaceId: string; sendId: string },
): Promise<void> {
  const { database, clock } = context;
  const earlier = await findSend(database, workspaceId, sendId);
  if (earlier === null || !['queued', 'sending'].includes(earlier.status)) return;
  const { claim: mark, providerStartedAt: startedAt } = earlier;
  await performSend<void>(context, {
    sendId,
    open: mark === null || startedAt === null ? null : { mark, startedAt },
    async compose() {
      if (await hasEarlierNotice(database, workspaceId, sendId)) {
        const message = 'An earlier notification of this connection has to be sent first.';
        throw new SendDelayed('EarlierNotice', message, 1_000);
      }
      const notice = await findNotice(database, workspaceId, sendId);
      const composed = notice === null ? null : await composeNotice(context, workspaceId, notice);
      if (composed !== null) {
        return { message: { sendId, to: composed.to, ...composed.message, headers: {} } };
      }
      await settleSend(database, workspaceId, { sendId, settled: { status: 'failed', failure: 'cause_gone' } });
      return { ended: undefined };
    },
    async claim() {
      const atMs = clock.now().getTime();
      const claimed = await claimQueuedSend(database, workspaceId, sendId);
      return claimed === null ? null : { mark: claimed, atMs };
    },
    release: (claim) => releaseClaim(database, { workspaceId, sendId, mark: claim }),
    settle: (settled) => settleSend(database, workspaceId, { sendId, settled }),
  });
}
