import type { SendMode } from '../../domain/transactional/sandbox';
import type { Tags } from '../../domain/transactional/schemas';
import { rowsOf } from '../connection/statements';
import { newestPage, type IdPage } from '../connection/pages';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/**
 * Records of transactional sends: rows of `sends`. They contain only data that may be displayed: recipient, the
 * template's subject, tags and times, but never variables or rendered content.
 */
export interface TransactionalSend {
  workspaceId: string;
  id: string;
  recipient: string;
  /** The template's subject, or the caller's own for an inline send. */
  subject: string;
  communicationId: string | null;
  tags: Tags;
  mode: SendMode;
  apiKeyId: string;
}

export interface SendRecord extends Omit<TransactionalSend, 'workspaceId' | 'apiKeyId'> {
  status: 'sending' | 'sent' | 'failed' | 'unknown';
  failure: string | null;
  messageId: string | null;
  createdAt: Date;
  sentAt: Date | null;
  deliveredAt: Date | null;
}

type SendRow = Omit<SendRecord, 'tags' | 'messageId'> & { tags: Tags | null; providerMessageId: string | null };

const columns = columnsOf<SendRow>()(
  'id',
  'recipient',
  'subject',
  'communicationId',
  'tags',
  'mode',
  'status',
  'failure',
  'providerMessageId',
  'createdAt',
  'sentAt',
  'deliveredAt',
);

const fromRow = ({ providerMessageId, tags, ...row }: SendRow): SendRecord => ({
  ...row,
  tags: tags ?? {},
  messageId: providerMessageId,
});

/** How a send ended. */
export type SendEnd = { status: 'sent'; providerMessageId: string } | { status: 'failed' | 'unknown'; failure: string };

/** Lists one page, newest first. */
export async function listRecentSends(database: Database, workspaceId: string, page: IdPage): Promise<SendRecord[]> {
  const rows = await newestPage(
    database('sends').where({ workspace_id: workspaceId, kind: 'transactional' }),
    page,
  ).select<SendRow[]>(columns);
  return rows.map(fromRow);
}

export async function findSendRecord(database: Database, workspaceId: string, id: string): Promise<SendRecord | null> {
  const row = await database('sends')
    .where({ workspace_id: workspaceId, id, kind: 'transactional' })
    .first<SendRow | undefined>(columns);
  return row === undefined ? null : fromRow(row);
}

/** A message that the provider reports as delivered. */
export interface Delivery {
  workspaceId: string;
  sendId: string;
  providerMessageId: string;
  deliveredAt: Date;
}

/**
 * Marks a message as delivered.
 * @returns the mode of its send; null if there is no such transactional send
 */
export async function completeDelivered(transaction: Database, delivery: Delivery): Promise<SendMode | null> {
  const [send] = await rowsOf<{ mode: SendMode }>(
    transaction.raw(
      `update sends set status = 'sent', failure = null,
                        provider_message_id = coalesce(provider_message_id, :messageId),
                        sent_at = coalesce(sent_at, provider_started_at, :at),
                        delivered_at = coalesce(delivered_at, :at)
        where workspace_id = :workspaceId and id = :sendId and kind = 'transactional' and mode = 'live' and status in ('sending', 'sent', 'unknown')
        returning mode`,
      {
        workspaceId: delivery.workspaceId,
        sendId: delivery.sendId,
        messageId: delivery.providerMessageId,
        at: delivery.deliveredAt,
      },
    ),
  );
  return send?.mode ?? null;
}

/** Stores the response for repeats of a send's request, unless it already has one. */
export async function completeIdempotencyRecord(
  transaction: Database,
  { workspaceId, sendId }: { workspaceId: string; sendId: string },
  response: { status: number; body: unknown },
): Promise<void> {
  await transaction('idempotency_records')
    .where({ workspace_id: workspaceId, send_id: sendId })
    .whereNull('answer_status')
    .update({ answer_status: response.status, answer: JSON.stringify(response.body) });
}

/**
 * Settles the sends of processes that died, if no request has repeated them. Their keys stay as they are, because a
 * later request finds its response then.
 * @returns how many
 */
export async function settleAbandonedSends(database: Database): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    database.raw(
      `update sends
          set status = case when provider_started_at is null then 'failed' else 'unknown' end,
              failure = case when provider_started_at is null then 'abandoned' else 'outcome_unknown' end
        where kind = 'transactional' and status = 'sending' and created_at < now() - interval '1 hour'
        returning id`,
    ),
  );
  return rows.length;
}
