import { ApplicationFailure } from '@temporalio/activity';
import { deliveryOutcome, type DeliveryResult, type Settlement } from '../domain/email/delivery-outcome';
import { maxClaimAgeMs, type Mailer, type OutgoingMessage } from '../operations/ports';

/**
 * Lets a send pass, before it is claimed.
 * @throws a retryable failure while sends to the provider are paused; the retry comes after the next probe
 */
export async function admit(mailer: Mailer, sendId: string): Promise<void> {
  const admission = await mailer.admit(sendId);
  if (admission.kind === 'open') return;
  throw ApplicationFailure.create({
    message: 'Sends are paused because the email provider is failing. They resume when a probe succeeds.',
    type: 'ProviderPaused',
    nextRetryDelay: Math.ceil(admission.retryAfterMs + Math.random() * admission.spreadMs),
  });
}

/** This attempt's right to send to the provider. */
export interface HeldClaim {
  /** This process's clock from just before the claim was made, in milliseconds. */
  atMs: number;
  /** Releases it, and no other attempt's. For when the provider is known to have accepted nothing under it. */
  release(): Promise<void>;
}

/**
 * Hands a claimed message to the provider.
 * @throws a retryable failure when the message was not accepted, or may have been
 */
export async function deliver(mailer: Mailer, message: OutgoingMessage, claim: HeldClaim): Promise<Settlement> {
  // A process that was frozen since it claimed may have been overtaken by one that looked the send up and found nothing.
  if (Date.now() - claim.atMs > maxClaimAgeMs) {
    await claim.release();
    throw heldUp();
  }
  const result = await mailer.deliver(message);
  const outcome = deliveryOutcome(result);
  switch (outcome.kind) {
    case 'settled':
      return outcome.settlement;
    case 'not_accepted':
      await claim.release();
      throw ApplicationFailure.retryable(
        `The provider did not accept the message: ${reasonOf(result)}.`,
        'NotAccepted',
      );
    case 'open':
      throw openOutcome(mailer.settledAfterMs);
  }
}

const reasonOf = (result: DeliveryResult): string => ('reason' in result ? result.reason : result.kind);

/**
 * Finds out what became of a send whose outcome is open.
 * @returns null when the provider has not got it, and it may be claimed again
 * @throws a retryable failure while a request may still be on its way
 */
export async function reconcile(mailer: Mailer, sendId: string, startedAt: Date): Promise<Settlement | null> {
  const openForMs = mailer.settledAfterMs - (Date.now() - startedAt.getTime());
  if (openForMs > 0) throw openOutcome(openForMs);
  const outcome = deliveryOutcome(await mailer.lookUp(sendId, startedAt));
  return outcome.kind === 'settled' ? outcome.settlement : null;
}

/** Nothing was asked of the provider, so there is nothing to wait for. Zero would mean the usual delay. */
const heldUp = (): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'This process was delayed before it sent the request. Nothing was sent. The send is retried immediately.',
    type: 'HeldUp',
    nextRetryDelay: 1,
  });

const openOutcome = (waitMs: number): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'The provider may have accepted the message. Its outcome is checked before anything else is sent.',
    type: 'OutcomeOpen',
    nextRetryDelay: Math.max(100, waitMs),
  });
