import type { SendMode } from '../../domain/transactional/sandbox';
import type { Tags } from '../../domain/transactional/schemas';
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
