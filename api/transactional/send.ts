import { setTimeout as delay } from 'node:timers/promises';
import type { OutgoingMessage } from '../../operations/ports';
import { isDatabaseAway } from '../../db/connection/errors';
import { newId } from '../../db/connection/ids';
import { findRecord, releaseSend, type ClaimName, type StoredRecord } from '../../db/transactional/idempotency';
import type { SendEnd } from '../../db/transactional/transactional';
import {
  deliveryOutcome,
  outcomeUnknown,
  type DeliveryOutcome,
  type Settlement,
} from '../../domain/email/delivery-outcome';
import { AppError } from '../../domain/errors';
import {
  failedResponse,
  sentResponse,
  type FailureReason,
  type FinalResponse,
} from '../../domain/transactional/responses';
import { sandboxOutcome, type SendMode } from '../../domain/transactional/sandbox';
import { providerPaused } from '../provider-paused';
import type { Services } from '../services';
import type { RequestAdmission } from './request-admission';
import type { PreparedSend } from './prepare';
import type { ClaimResult } from './send-store';

export interface SendRequest {
  workspaceId: string;
  apiKeyId: string;
  requestAdmission: RequestAdmission;
  mode: SendMode;
  prepared: PreparedSend;
  /** The Idempotency-Key with what it stands for; null without one. */
  key: { key: string; payloadHash: Buffer } | null;
}

type Deliverer = Pick<Services, 'database' | 'sends' | 'mailer' | 'logger' | 'publicUrl' | 'linkSecret' | 'threads'>;

/** A final answer, and whether it was given before. */
export interface SendResult extends FinalResponse {
  replayed: boolean;
}

/**
 * Sends a prepared message, at most once for each Idempotency-Key.
 * @throws AppError UNAUTHORIZED, RATE_LIMITED, idempotency_key_mismatch, idempotency_in_flight, SERVICE_UNAVAILABLE when the provider took nothing for now
 */
export async function sendTransactional(services: Deliverer, request: SendRequest): Promise<SendResult> {
  const { workspaceId, mode, prepared } = request;
  const sendId = newId('send');
  const claim: ClaimName = { workspaceId, sendId, key: request.key?.key ?? null };
  // Before anything is claimed: html that takes too long is refused, and nothing was sent.
  const message = await outgoingMessage(services, prepared, claim);
  const refusal = mode === 'sandbox' ? null : await pauseOf(services, sendId);
  if (refusal !== null) {
    const record = request.key === null ? null : await findRecord(services.database, workspaceId, request.key.key);
    if (record !== null) return repeatResponse(services, request, record);
    throw refusal;
  }
  const claimed = await claimSend(services, request, sendId);
  if (claimed.kind === 'exists') return repeatResponse(services, request, claimed.record);
  if (claimed.suppressed) return fail(services, claim, 'suppressed');
  if (mode === 'sandbox') return simulate(services, claim, prepared.to);
  return deliver(services, claim, message);
}

/** While the provider fails, nothing is claimed: the caller can retry with the same key. @returns null when the send may go out */
async function pauseOf({ mailer }: Deliverer, sendId: string): Promise<AppError | null> {
  const admission = await mailer.admit(sendId);
  return admission.kind === 'open' ? null : providerPaused(admission.retryAfterMs);
}

function claimSend({ mailer }: Deliverer, request: SendRequest, id: string): Promise<ClaimResult> {
  const { workspaceId, apiKeyId, requestAdmission, mode, prepared, key } = request;
  // Longer than a request that is still on its way can take.
  const leaseMs = Math.max(60_000, 2 * mailer.settledAfterMs + 10_000);
  return requestAdmission.claim({
    send: { workspaceId, apiKeyId, mode, id, recipient: prepared.to, ...prepared.record },
    key: key === null ? null : { ...key, leaseMs },
  });
}

/** The message as it goes out: the one place where its html becomes final. Transactional mail has no headers of lists. */
async function outgoingMessage(
  { publicUrl, linkSecret, threads }: Deliverer,
  { to, subject, html, text, tracking, sender }: PreparedSend,
  { workspaceId, sendId }: ClaimName,
): Promise<OutgoingMessage> {
  const message = { sendId, to, subject, html, text, headers: {}, sender };
  if (!tracking || html === null) return message;
  const given = { html, tracking: { publicUrl, linkSecret, workspaceId, sendId } };
  return { ...message, html: (await threads.run('instrumentHtml', given, workspaceId)).html };
}

async function deliver(services: Deliverer, claim: ClaimName, message: OutgoingMessage): Promise<SendResult> {
  const { mailer } = services;
  const startedAt = new Date();
  const result = await mailer.deliver(message);
  const outcome = deliveryOutcome(result);
  const settled = outcome.kind === 'open' ? await lookUpSettled(services, claim.sendId, startedAt) : outcome;
  if (settled.kind === 'settled') return settle(services, claim, settled.settlement);
  return refuseForNow(services, claim, 'reason' in result ? result.reason : result.kind);
}

/** What the provider says of an open outcome. "Absent" counts only once the request can no longer be on its way. */
async function lookUpSettled({ mailer }: Deliverer, sendId: string, startedAt: Date): Promise<DeliveryOutcome> {
  const found = await mailer.lookUp(sendId, startedAt);
  if (found.kind !== 'absent') return deliveryOutcome(found);
  await delay(Math.max(0, mailer.settledAfterMs - (Date.now() - startedAt.getTime())));
  return deliveryOutcome(await mailer.lookUp(sendId, startedAt));
}

async function simulate(services: Deliverer, claim: ClaimName, to: string): Promise<SendResult> {
  const outcome = sandboxOutcome(to);
  if (outcome !== 'sent') return fail(services, claim, outcome);
  const messageId = `sbx_${claim.sendId.slice(claim.sendId.indexOf('_') + 1)}`;
  return finalise(services, claim, {
    end: { status: 'sent', providerMessageId: messageId },
    response: sentResponse(claim.sendId, messageId, 'sandbox'),
  });
}

const settle = (services: Deliverer, claim: ClaimName, settlement: Settlement): Promise<SendResult> =>
  settlement.status === 'sent'
    ? finalise(services, claim, {
        end: settlement,
        response: sentResponse(claim.sendId, settlement.providerMessageId, 'live'),
      })
    : fail(services, claim, settlement.failure);

const fail = (services: Deliverer, claim: ClaimName, failure: FailureReason): Promise<SendResult> =>
  finalise(services, claim, {
    end: { status: failure === 'outcome_unknown' ? 'unknown' : 'failed', failure },
    response: failedResponse(failure),
  });

/** The provider took nothing: the key is free again, and the caller is asked to come back. */
async function refuseForNow(services: Deliverer, claim: ClaimName, reason: string): Promise<never> {
  services.logger.warn({ sendId: claim.sendId, reason }, 'the provider did not accept a transactional message');
  await releaseSend(services.database, claim, 'not_accepted');
  const message = 'The email provider does not accept messages at the moment. Nothing was sent. Retry later.';
  throw new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 5 });
}

/** Milliseconds between attempts to store what is known already. */
const storeAgainAfterMs = [100, 500];

/**
 * Stores an end and its answer. With the database away the caller gets the true outcome all the same, and it is stored once the
 * database is back: to answer 503 would make one without a key send twice.
 */
async function finalise(
  { sends, logger }: Deliverer,
  claim: ClaimName,
  { end, response }: { end: SendEnd; response: FinalResponse },
): Promise<SendResult> {
  for (const waitMs of [...storeAgainAfterMs, null]) {
    try {
      return { ...(await sends.finalise({ claim, end, response })), replayed: false };
    } catch (error) {
      if (!isDatabaseAway(error) && !(error instanceof AppError)) throw error;
      if (waitMs !== null) await delay(waitMs);
      else logger.warn({ err: error, sendId: claim.sendId }, 'the outcome of a send waits for the database');
    }
  }
  sends.finaliseLater({ claim, end, response });
  return { ...response, replayed: false };
}

/** The answer to a request that was made before under the same key. */
async function repeatResponse(services: Deliverer, request: SendRequest, record: StoredRecord): Promise<SendResult> {
  const { workspaceId, key } = request;
  if (key === null || !record.payloadHash.equals(key.payloadHash)) {
    throw new AppError(
      'idempotency_key_mismatch',
      'This Idempotency-Key was used with a different payload or mode. Use a new key for a new message.',
    );
  }
  if (record.response !== null) return { ...record.response, replayed: true };
  if (record.isLeased || record.providerStartedAt === null) {
    throw new AppError(
      'idempotency_in_flight',
      'A request with this Idempotency-Key is in progress. Retry in a moment to get its response.',
      { retryAfterSeconds: 1 },
    );
  }
  const claim = { workspaceId, sendId: record.sendId, key: key.key };
  const outcome = deliveryOutcome(await services.mailer.lookUp(record.sendId, record.providerStartedAt));
  // Never sent again, even when the provider knows nothing of it: its process may only have been frozen.
  const settlement = outcome.kind === 'settled' ? outcome.settlement : outcomeUnknown;
  const result = await settle(services, claim, settlement);
  return { ...result, replayed: true };
}
