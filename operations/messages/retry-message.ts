import { queueResend } from '../../db/email/resends';
import { lockSend } from '../../db/messages/sent-messages';
import { enqueue } from '../../db/outbox/outbox';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound } from '../../domain/errors';
import { messageKinds, type MessageKind } from '../../domain/messages/message-log';
import type { MessageDetail } from '../../domain/messages/schemas';
import { recordAct } from '../audit/record-act';
import { resendStep } from '../journeys/resend-message';
import type { Context } from '../ports';
import { findMessage } from './find-message';

/**
 * Sends a message of a journey or a notice again, under the id of its send: if it failed or its outcome is unknown. Safe
 * to repeat: while the message is queued for a retry, a repeat changes nothing.
 * @throws AppError NOT_FOUND; CONFLICT if its kind or state allows no retry, or the person may not receive it now
 */
export async function retryMessage(
  context: Pick<Context, 'database'>,
  actor: Actor,
  id: string,
  kinds: readonly MessageKind[] = messageKinds,
): Promise<MessageDetail> {
  const { workspaceId } = actor;
  const message = await findMessage(context, workspaceId, id, kinds);
  const isQueuedAgain = message.kind !== 'transactional' && message.state === 'queued' && message.attempts > 0;
  if (!message.retry.isAllowed && !isQueuedAgain)
    throw conflict(message.retry.reason ?? 'This message cannot be retried.');
  const { journeyId, executionId, stepId } = message;
  if (journeyId !== null && executionId !== null && stepId !== null) {
    await resendStep(context, actor, { journeyId, executionId, stepId }, ['unknown', 'failed']);
  } else {
    await retryNotice(context, actor, message.id);
  }
  return findMessage(context, workspaceId, id, kinds);
}

function retryNotice({ database }: Pick<Context, 'database'>, actor: Actor, sendId: string): Promise<void> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const send = await lockSend(transaction, workspaceId, sendId);
    if (send?.kind !== 'notice') throw notFound('Message', sendId);
    const isUnderWay = (send.status === 'queued' || send.status === 'sending') && send.resends > 0;
    const isRetried = send.status === 'failed' || send.status === 'unknown';
    if (!isUnderWay && !isRetried) throw conflict('The message was already sent again.');
    const resends = isUnderWay ? send.resends : await queueResend(transaction, workspaceId, sendId);
    // A repeated command starts nothing twice, but it restarts a workflow that Temporal lost.
    await enqueue(transaction, [{ workspaceId, kind: 'send_notice', subjectId: `${sendId}:${resends}` }]);
    if (isRetried) await recordAct(transaction, actor, 'message.retried', { metadata: { sendId } });
  });
}
