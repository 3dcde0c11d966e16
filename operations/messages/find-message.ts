import { listSendEvents } from '../../db/email/send-events';
import { findIdempotencyKey, findSentMessage, type SentMessage } from '../../db/messages/sent-messages';
import { findUnsentMessage } from '../../db/messages/unsent-messages';
import type { Database } from '../../db/connection/pool';
import { notFound } from '../../domain/errors';
import { parseUnsentId, retryRule, type MessageKind } from '../../domain/messages/message-log';
import type { MessageDetail } from '../../domain/messages/schemas';
import type { Context } from '../ports';
import { contentsOf } from './list-messages';
import { historyOf, sentRecord, unsentRecord } from './message-records';

/**
 * Reads a message with its history. The id of a message without a send finds its send once there is one.
 * @param kinds the kinds that the caller may read
 * @throws AppError NOT_FOUND
 */
export async function findMessage(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  id: string,
  kinds: readonly MessageKind[],
): Promise<MessageDetail> {
  const step = parseUnsentId(id);
  const send = await findSentMessage(database, workspaceId, step ?? { id });
  const found =
    send !== null
      ? await sentDetail(database, workspaceId, send)
      : step === null
        ? null
        : await unsentDetail(database, workspaceId, step);
  if (found === null || !kinds.includes(found.kind)) throw notFound('Message', id);
  return found;
}

async function sentDetail(database: Database, workspaceId: string, send: SentMessage): Promise<MessageDetail> {
  const record = sentRecord(send);
  const events = await listSendEvents(database, workspaceId, [send.id]);
  const isTransactional = send.kind === 'transactional';
  return {
    ...record,
    ...historyOf(events.get(send.id) ?? []),
    providerMessageId: send.providerMessageId,
    attempts: attemptsOf(send),
    idempotencyKey: isTransactional ? await findIdempotencyKey(database, workspaceId, send.id) : null,
    warnings: send.warnings,
    retry: retryRule({ kind: record.kind, state: record.state, isSend: true }),
  };
}

/** A send without a claim was not given to the provider since its last resend. */
const attemptsOf = ({ resends, providerStartedAt, sentAt }: SentMessage): number =>
  resends + (providerStartedAt === null && sentAt === null ? 0 : 1);

async function unsentDetail(
  database: Database,
  workspaceId: string,
  name: { executionId: string; stepId: string },
): Promise<MessageDetail | null> {
  const step = await findUnsentMessage(database, workspaceId, name);
  if (step === null) return null;
  const [content] = (await contentsOf(database, workspaceId, [step])).values();
  const record = unsentRecord(step, content);
  return {
    ...record,
    ...historyOf([]),
    providerMessageId: null,
    attempts: 0,
    idempotencyKey: null,
    warnings: [],
    retry: retryRule({ kind: 'journey', state: record.state, isSend: false }),
  };
}
