import type { MadeClaim, Send as StoredSend } from '../../db/email/sends';
import {
  deliveryOutcome,
  type DeliveryOutcome,
  type DeliveryResult,
  type Settlement,
} from '../../domain/email/delivery-outcome';
import { AttemptDelayed } from '../../domain/attempt-delayed';
import { AppError } from '../../domain/errors';
import type { Postponement, SendingLimit } from '../../domain/email/sending-limits';
import { maxClaimAgeMs, type Context, type OutgoingMessage } from '../ports';

/** The ports that a send needs. */
export type SendContext = Pick<Context, 'mailer' | 'clock' | 'random'> & Partial<Pick<Context, 'signal'>>;

/** A claim of an earlier attempt. Its message may have reached the provider. */
export interface OpenClaim {
  mark: string;
  startedAt: Date;
}

/** Returns the claim of an earlier attempt at a send; null if none has claimed it. */
export const openClaimOf = ({
  claim: mark,
  providerStartedAt: startedAt,
}: Pick<StoredSend, 'claim' | 'providerStartedAt'>): OpenClaim | null =>
  mark === null || startedAt === null ? null : { mark, startedAt };

/** A result without a delivery: the message is skipped, refused or was settled by another request. */
export interface Ended<Result> {
  ended: Result;
}

/** A message that is ready to be sent. */
export interface Composed {
  message: OutgoingMessage;
  /** Missing parts of the message, as sentences for its author. */
  warnings?: string[];
}

/** One send, as its kind stores it: a journey's message, a transactional message or a notice. All writes can be repeated. */
export interface Send<Result> {
  sendId: string;
  /** Null if no earlier attempt has claimed the send. */
  open: OpenClaim | null;
  /** Whether a message with an unknown outcome is sent again. */
  repeatsUnknown?: boolean;
  /** Whether to wait for the outcome of a request that failed in transit, instead of leaving it to another attempt. */
  waitsForOutcome?: boolean;
  /** Checks the recipient and renders the message, from the current data. */
  compose(): Promise<Composed | Ended<Result>>;
  /** Claims the right to send, once. @returns null if another attempt has it, or the recipient has changed */
  claim(composed: Composed): Promise<MadeClaim | Ended<Result> | null>;
  /**
   * Releases a claim, so that another attempt can send.
   * @param isUnknown whether its message may have been sent
   */
  release(mark: string, isUnknown: boolean): Promise<void>;
  /** Stores the outcome. */
  settle(settlement: Settlement): Promise<Result>;
}

/**
 * Performs a send at most once, whatever the number of attempts: reconciles the claim of an earlier attempt with the
 * provider, claims, delivers and settles.
 * @throws AttemptDelayed if the send has to be attempted again
 */
export async function performSend<Result>(context: SendContext, send: Send<Result>): Promise<Result> {
  if (send.open !== null) {
    const settlement = await reconcileSend(context, send.sendId, send.open);
    const isUnknown = settlement?.status === 'unknown';
    if (settlement !== null && !(isUnknown && send.repeatsUnknown === true)) return send.settle(settlement);
    await send.release(send.open.mark, isUnknown);
  }
  const composed = await send.compose();
  if ('ended' in composed) return composed.ended;
  await admitSend(context, send, composed.message);
  const claim = await send.claim(composed);
  // The next attempt finds out which, and skips or ends accordingly.
  if (claim === null) {
    const message = 'Another attempt is sending this message, or the execution or the person has changed.';
    throw new AttemptDelayed('SendInProgress', message);
  }
  return 'ended' in claim ? claim.ended : deliverSend(context, send, composed.message, claim);
}

/** Admits a send. @throws AttemptDelayed if it is postponed */
async function admitSend(
  { mailer, random, signal }: SendContext,
  { sendId, waitsForOutcome: isUrgent = false }: Pick<Send<unknown>, 'sendId' | 'waitsForOutcome'>,
  { sender }: OutgoingMessage,
): Promise<void> {
  const admission = await mailer.admit({ sendId, sender, isUrgent, signal });
  if (admission.kind === 'open') return;
  const retryAfterMs = Math.ceil(admission.retryAfterMs + random.fraction() * admission.spreadMs);
  throw new AttemptDelayed('SendPostponed', reasonOfPostponement(admission), retryAfterMs);
}

/** Returns why a send is postponed, as a sentence. */
export const reasonOfPostponement = (postponed: Postponement): string =>
  postponed.kind === 'paused'
    ? 'Sends are paused because the email provider is failing.'
    : limitReasons[postponed.limit];

const limitReasons: Record<SendingLimit, string> = {
  rate: 'More messages are waiting than the email provider accepts per second.',
  daily_quota: 'The daily quota of the account at the email provider is used up.',
  warm_up: 'The sender domain is being warmed up and has reached its limit for today.',
};

/**
 * Creates the error for a caller that waits for its send, which is postponed.
 * @param reason as {@link reasonOfPostponement}
 */
export const sendPostponed = (reason: string, retryAfterMs: number): AppError =>
  new AppError('SERVICE_UNAVAILABLE', `${reason} Nothing was sent. Retry later.`, {
    retryAfterSeconds: Math.ceil(retryAfterMs / 1_000),
  });

async function deliverSend<Result>(
  { mailer, clock }: SendContext,
  send: Send<Result>,
  message: OutgoingMessage,
  claim: MadeClaim,
): Promise<Result> {
  // A process that was frozen since its claim may have been overtaken by an attempt that looked the send up.
  if (clock.now().getTime() - claim.atMs > maxClaimAgeMs) {
    await send.release(claim.mark, false);
    const text =
      'This process was delayed before it sent the request. Nothing was sent. The send is retried immediately.';
    throw new AttemptDelayed('HeldUp', text, 1);
  }
  const startedAt = clock.now();
  const result = await mailer.deliver(message);
  const given = deliveryOutcome(result);
  const isAwaited = given.kind === 'open' && send.waitsForOutcome === true;
  const outcome = isAwaited ? await awaitOutcome({ mailer, clock }, send.sendId, startedAt) : given;
  if (outcome.kind === 'settled') return send.settle(outcome.settlement);
  if (outcome.kind === 'open') throw openOutcome(mailer.settledAfterMs);
  await send.release(claim.mark, false);
  throw new AttemptDelayed('NotAccepted', `The provider did not accept the message: ${reasonOf(result)}.`);
}

/** Looks a send up. If it is absent, looks it up again when its request can no longer be in transit. */
async function awaitOutcome(
  { mailer, clock }: Pick<Context, 'mailer' | 'clock'>,
  sendId: string,
  startedAt: Date,
): Promise<DeliveryOutcome> {
  const found = await mailer.lookUp(sendId, startedAt);
  if (found.kind !== 'absent') return deliveryOutcome(found);
  await clock.sleep(Math.max(0, mailer.settledAfterMs - (clock.now().getTime() - startedAt.getTime())));
  return deliveryOutcome(await mailer.lookUp(sendId, startedAt));
}

const reasonOf = (result: DeliveryResult): string => ('reason' in result ? result.reason : result.kind);

/**
 * Finds the outcome of an earlier attempt at the provider.
 * @returns null if the provider does not have the message, so that it may be claimed again
 * @throws AttemptDelayed while the request may still be in transit
 */
async function reconcileSend(
  { mailer, clock }: SendContext,
  sendId: string,
  { startedAt }: OpenClaim,
): Promise<Settlement | null> {
  const openForMs = mailer.settledAfterMs - (clock.now().getTime() - startedAt.getTime());
  if (openForMs > 0) throw openOutcome(openForMs);
  const outcome = deliveryOutcome(await mailer.lookUp(sendId, startedAt));
  return outcome.kind === 'settled' ? outcome.settlement : null;
}

function openOutcome(waitMs: number): AttemptDelayed {
  const message = 'The provider may have accepted the message. Its outcome is checked before anything else is sent.';
  return new AttemptDelayed('OutcomeOpen', message, Math.max(100, waitMs));
}
