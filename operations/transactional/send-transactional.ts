import { isDatabaseUnavailable } from '../../db/connection/errors';
import { newId } from '../../db/connection/ids';
import { findRecord, releaseSend, type ClaimName, type StoredRecord } from '../../db/transactional/idempotency';
import type { SendEnd } from '../../db/transactional/transactional';
import { deliveryOutcome, outcomeUnknown, type Settlement } from '../../domain/email/delivery-outcome';
import { AttemptDelayed } from '../../domain/attempt-delayed';
import { AppError } from '../../domain/errors';
import { payloadHash } from '../../domain/transactional/payload-hash';
import {
  failedResponse,
  sentResponse,
  type FailureReason,
  type FinalResponse,
} from '../../domain/transactional/responses';
import { sandboxOutcome, sendMode, type SendMode } from '../../domain/transactional/sandbox';
import type { SendBody } from '../../domain/transactional/schemas';
import type { Context, HashSettings, OutgoingMessage, Settings } from '../ports';
import { performSend, sendPostponed, type Ended } from '../sends/perform-send';
import { prepareSend, type PreparedSend } from './prepare-send';
import type { SendStore } from './send-store';
import type { CountedRequest } from './senders';

export interface TransactionalContext extends Pick<
  Context,
  'database' | 'mailer' | 'threads' | 'clock' | 'random' | 'log'
> {
  sends: SendStore;
  settings: Settings & TransactionalSettings;
}

export interface TransactionalSettings extends HashSettings {
  /** Recipients at this domain get simulated outcomes. In lower case. */
  sandboxDomain: string;
}

export interface TransactionalRequest {
  workspaceId: string;
  apiKeyId: string;
  counted: CountedRequest;
  /** The requested mode; undefined if the recipient decides. */
  mode: SendMode | undefined;
  /** The Idempotency-Key; undefined for none. */
  key: string | undefined;
  body: SendBody;
}

/** A final response, and whether it was given before. */
export interface TransactionalResult extends FinalResponse {
  replayed: boolean;
}

/** A request that is checked and rendered. */
interface Sending {
  claim: ClaimName;
  request: TransactionalRequest;
  mode: SendMode;
  prepared: PreparedSend;
  /** The Idempotency-Key and the hash of the request; null without a key. */
  key: { key: string; payloadHash: Buffer } | null;
}

/**
 * Sends a message at most once per Idempotency-Key.
 * @throws AppError VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, comm_not_found, comm_type_mismatch, missing_variables,
 * idempotency_key_mismatch, idempotency_in_flight, SERVICE_UNAVAILABLE if nothing was sent and a retry may succeed
 */
export async function sendTransactional(
  context: TransactionalContext,
  request: TransactionalRequest,
): Promise<TransactionalResult> {
  const { workspaceId, body } = request;
  const { keyPepper, sandboxDomain } = context.settings;
  const prepared = await prepareSend(context, workspaceId, body);
  const mode = sendMode(request.mode, prepared.to, sandboxDomain);
  const key =
    request.key === undefined
      ? null
      : { key: request.key, payloadHash: payloadHash(keyPepper, workspaceId, { mode, body }) };
  const claim: ClaimName = { workspaceId, sendId: newId('send'), key: key?.key ?? null };
  const sending = { claim, request, mode, prepared, key };
  // Before the claim: HTML that takes too long is refused, and nothing was sent.
  const message = await outgoingMessage(context, prepared, claim);
  return mode === 'sandbox' ? simulateSend(context, sending) : sendMessage(context, sending, message);
}

async function sendMessage(
  context: TransactionalContext,
  sending: Sending,
  message: OutgoingMessage,
): Promise<TransactionalResult> {
  const { claim } = sending;
  try {
    return await performSend(context, {
      sendId: claim.sendId,
      open: null,
      waitsForOutcome: true,
      compose: async () => ({ message }),
      claim: async () => {
        const ended = await claimSend(context, sending);
        return ended ?? { mark: claim.sendId, atMs: context.clock.now().getTime() };
      },
      release: () => releaseSend(context.database, claim, 'not_accepted'),
      settle: (settlement) => settle(context, claim, settlement),
    });
  } catch (error) {
    if (!(error instanceof AttemptDelayed)) throw error;
    return refuseForNow(context, sending, error);
  }
}

/** The message with its final HTML. Transactional messages have no list headers. */
async function outgoingMessage(
  { threads, settings: { publicUrl, linkSecret } }: TransactionalContext,
  { to, subject, html, text, tracking, sender }: PreparedSend,
  { workspaceId, sendId }: ClaimName,
): Promise<OutgoingMessage> {
  const message = { sendId, to, subject, html, text, headers: {}, sender };
  if (!tracking || html === null) return message;
  const given = { html, tracking: { publicUrl, linkSecret, workspaceId, sendId } };
  return { ...message, html: (await threads.run('instrumentHtml', given, workspaceId)).html };
}

/** @returns null if the send is claimed; otherwise the response to the request */
async function claimSend(context: TransactionalContext, sending: Sending): Promise<Ended<TransactionalResult> | null> {
  const { claim, request, mode, prepared, key } = sending;
  const { workspaceId, apiKeyId, counted } = request;
  // Longer than a request to the provider can take.
  const leaseMs = Math.max(60_000, 2 * context.mailer.settledAfterMs + 10_000);
  const claimed = await counted.claim({
    send: { workspaceId, apiKeyId, mode, id: claim.sendId, recipient: prepared.to, ...prepared.record },
    key: key === null ? null : { ...key, leaseMs },
  });
  if (claimed.kind === 'exists') return { ended: await repeatResponse(context, sending, claimed.record) };
  return claimed.suppressed ? { ended: await fail(context, claim, 'suppressed') } : null;
}

async function simulateSend(context: TransactionalContext, sending: Sending): Promise<TransactionalResult> {
  const { claim, prepared } = sending;
  const claimed = await claimSend(context, sending);
  if (claimed !== null) return claimed.ended;
  const outcome = sandboxOutcome(prepared.to);
  if (outcome !== 'sent') return fail(context, claim, outcome);
  const providerMessageId = `sbx_${claim.sendId.slice(claim.sendId.indexOf('_') + 1)}`;
  return finalise(context, claim, {
    end: { status: 'sent', providerMessageId },
    response: sentResponse(claim.sendId, providerMessageId, 'sandbox'),
  });
}

const settle = (context: TransactionalContext, claim: ClaimName, settlement: Settlement) =>
  settlement.status === 'sent'
    ? finalise(context, claim, {
        end: settlement,
        response: sentResponse(claim.sendId, settlement.providerMessageId, 'live'),
      })
    : fail(context, claim, settlement.failure);

const fail = (context: TransactionalContext, claim: ClaimName, failure: FailureReason) =>
  finalise(context, claim, {
    end: { status: failure === 'outcome_unknown' ? 'unknown' : 'failed', failure },
    response: failedResponse(failure),
  });

/**
 * Returns the stored response if sends are postponed and the request is a repeat. Otherwise nothing was sent, and the caller can
 * retry with the same key.
 */
async function refuseForNow(
  context: TransactionalContext,
  sending: Sending,
  { reason, message, retryAfterMs = 5_000 }: AttemptDelayed,
): Promise<TransactionalResult> {
  const { claim, request, key } = sending;
  if (reason !== 'SendPostponed') {
    context.log.warn({ sendId: claim.sendId, reason: message }, 'the provider did not accept a transactional message');
    const text = 'The email provider does not accept messages at the moment. Nothing was sent. Retry later.';
    throw new AppError('SERVICE_UNAVAILABLE', text, { retryAfterSeconds: 5 });
  }
  const record = key === null ? null : await findRecord(context.database, request.workspaceId, key.key);
  if (record === null) throw sendPostponed(message, retryAfterMs);
  return repeatResponse(context, sending, record);
}

/** Milliseconds between attempts to store a known outcome. */
const storeAgainAfterMs = [100, 500];

/**
 * Stores the outcome and the response. If the database is away, the caller gets the true outcome and it is stored later: with a
 * 503, a caller without a key would send twice.
 */
async function finalise(
  { sends, clock, log }: TransactionalContext,
  claim: ClaimName,
  { end, response }: { end: SendEnd; response: FinalResponse },
): Promise<TransactionalResult> {
  for (const waitMs of [...storeAgainAfterMs, null]) {
    try {
      return { ...(await sends.finalise({ claim, end, response })), replayed: false };
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !(error instanceof AppError)) throw error;
      if (waitMs !== null) await clock.sleep(waitMs);
      else log.warn({ err: error, sendId: claim.sendId }, 'the outcome of a send waits for the database');
    }
  }
  sends.finaliseLater({ claim, end, response });
  return { ...response, replayed: false };
}

/** Returns the response to an earlier request with the same key. */
async function repeatResponse(
  context: TransactionalContext,
  { claim: { workspaceId }, key }: Sending,
  record: StoredRecord,
): Promise<TransactionalResult> {
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
  const outcome = deliveryOutcome(await context.mailer.lookUp(record.sendId, record.providerStartedAt));
  // Never sent again, even if the provider does not have it: its process may only have been frozen.
  const settlement = outcome.kind === 'settled' ? outcome.settlement : outcomeUnknown;
  return { ...(await settle(context, claim, settlement)), replayed: true };
}
