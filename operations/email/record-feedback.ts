import { hashesWith } from '../../domain/erasure/erased';
import { notSpam, type Feedback } from '../../domain/feedback/ses-event';
import { recordAudit } from '../../db/audit/audit';
import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';
import { optOutByComplaint } from '../../db/end-users/end-users';
import { findErasedNames } from '../../db/erasure/erased-names';
import { markBounced, markComplained } from '../../db/email/reported-problems';
import { markDelivered, type Delivery } from '../../db/email/sends';
import { insertSuppression, convertBounceToComplaint } from '../../db/email/suppressions';
import { completeIdempotencyRecord } from '../../db/transactional/transactional';
import { isPaused } from '../../db/workspaces/workspaces';
import { erasedText } from '../../domain/erasure/mentions';
import { paused } from '../../domain/errors';
import { sentResponse } from '../../domain/transactional/responses';
import type { Context, HashSettings } from '../ports';

/** The send that a report is about. */
interface ReportedSend {
  workspaceId: string;
  id: string;
  endUserId: string | null;
  /** Null without an address, and after an erasure. */
  recipient: string | null;
}

/** `duplicate`: this report was recorded before. `ignored`: it is not about a send of this service. */
export type FeedbackOutcome = 'processed' | 'duplicate' | 'ignored';

/**
 * Records a report of the provider, once for each message id. The event, the completed send, the suppression and the
 * withdrawn consent are written in one transaction with the id.
 * @throws AppError SERVICE_UNAVAILABLE while the workspace is paused: the provider retries
 */
export async function takeFeedback(
  { database, settings: { keyPepper } }: Pick<Context, 'database'> & { settings: HashSettings },
  messageId: string,
  feedback: Feedback,
): Promise<FeedbackOutcome> {
  return database.transaction(async (transaction) => {
    const taken = await rowsOf(
      transaction.raw('insert into sns_messages (message_id) values (?) on conflict do nothing returning 1', [
        messageId,
      ]),
    );
    if (taken.length === 0) return 'duplicate';
    const send = await findReportedSend(transaction, feedback);
    if (send === null) return 'ignored';
    if (await isPaused(transaction, send.workspaceId)) throw paused();
    await recordEvent(transaction, send, feedback);
    await markProblem(transaction, send, feedback);
    if (feedback.kind === 'delivery' && feedback.providerMessageId !== null) {
      const { workspaceId, id: sendId } = send;
      const { providerMessageId, at: deliveredAt } = feedback;
      await complete(transaction, { workspaceId, sendId, providerMessageId, deliveredAt });
    }
    const addresses = await withoutErased(transaction, send, { addresses: feedback.suppress, keyPepper });
    if (addresses.length === 0) return 'processed';
    for (const email of addresses) await suppress(transaction, send, { email, kind: feedback.kind });
    // A complaint also revokes marketing consent, in case the suppression is removed later.
    if (feedback.kind === 'complaint') {
      const { workspaceId, endUserId: id } = send;
      await optOutByComplaint(transaction, { workspaceId, id, emails: addresses });
    }
    return 'processed';
  });
}

/**
 * Stores a report that the service could not read.
 * @returns false if the message was already stored
 */
export async function storeUnreadableFeedback(
  { database }: Pick<Context, 'database'>,
  { messageId, message }: { messageId: string; message: string },
): Promise<boolean> {
  const statement =
    'insert into unreadable_feedback (message_id, message) values (?, ?) on conflict do nothing returning 1';
  return (await rowsOf(database.raw(statement, [messageId, message]))).length === 1;
}

/** Finds the send by the id in the message, else by the provider's id. */
async function findReportedSend(transaction: Database, feedback: Feedback): Promise<ReportedSend | null> {
  const by = feedback.sendId === null ? { provider_message_id: feedback.providerMessageId } : { id: feedback.sendId };
  const rows = await transaction('sends').where(by).limit(2).select<ReportedSend[]>({
    workspaceId: 'workspace_id',
    id: 'id',
    endUserId: 'end_user_id',
    recipient: 'recipient',
  });
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

async function recordEvent(transaction: Database, send: ReportedSend, feedback: Feedback): Promise<void> {
  await transaction('send_events')
    .insert({
      workspace_id: send.workspaceId,
      send_id: send.id,
      at: feedback.at,
      // SES can report one event in both of its formats. Store it once.
      dedupe_key: feedback.kind,
      kind: feedback.kind,
      detail: feedback.detail,
      // The text may quote the address.
      diagnostic: isErased(send) ? null : feedback.diagnostic,
    })
    .onConflict(['workspace_id', 'send_id', 'at', 'dedupe_key'])
    .ignore();
}

/** An erasure removes the address of a message to a person, and replaces that of a transactional message. */
const isErased = ({ endUserId, recipient }: ReportedSend): boolean =>
  recipient === erasedText || (recipient === null && endUserId !== null);

async function markProblem(
  transaction: Database,
  { workspaceId, id: sendId }: ReportedSend,
  { kind, at, detail, isTransient }: Feedback,
): Promise<void> {
  if (kind === 'bounce') await markBounced(transaction, { workspaceId, sendId, at }, { isTransient });
  if (kind === 'complaint' && detail !== notSpam) await markComplained(transaction, { workspaceId, sendId, at });
}

/**
 * Marks the message as delivered. For a transactional message, also stores the response to a repeat of its request, unless
 * one was given already.
 */
async function complete(transaction: Database, delivery: Delivery): Promise<void> {
  const send = await markDelivered(transaction, delivery);
  if (send?.kind !== 'transactional') return;
  const response = sentResponse(delivery.sendId, delivery.providerMessageId, 'live');
  await completeIdempotencyRecord(transaction, delivery, response);
}

/** Leaves out erased addresses, unless a person has the address again. */
async function withoutErased(
  transaction: Database,
  { workspaceId }: ReportedSend,
  { addresses, keyPepper }: { addresses: string[]; keyPepper: string },
): Promise<string[]> {
  const people = transaction('end_users').where({ workspace_id: workspaceId }).whereIn('email', addresses);
  const known = new Set(await people.pluck<string[]>('email'));
  const names = addresses.map((value) => ({ workspaceId, kind: 'email' as const, value }));
  const unknown = names.filter(({ value }) => !known.has(value));
  const isErased = await findErasedNames(transaction, hashesWith(keyPepper), unknown);
  return names.filter((name) => known.has(name.value) || !isErased(name)).map(({ value }) => value);
}

async function suppress(
  transaction: Database,
  { workspaceId, id: sendId }: ReportedSend,
  { email, kind }: { email: string; kind: Feedback['kind'] },
): Promise<void> {
  const reason = kind === 'complaint' ? 'complaint' : 'bounce';
  const suppression = await insertSuppression(transaction, { workspaceId, email, reason, origin: 'ses' });
  const turned =
    suppression === null && reason === 'complaint'
      ? await convertBounceToComplaint(transaction, { workspaceId, email })
      : null;
  const suppressionId = suppression?.id ?? turned;
  if (suppressionId === null) return;
  await recordAudit(transaction, [
    {
      workspaceId,
      subjectType: 'workspace',
      subjectId: workspaceId,
      actor: 'system',
      action: suppression === null ? 'suppression.updated' : 'suppression.created',
      metadata: { suppressionId, sendId },
    },
  ]);
}
