import { ApplicationFailure } from '@temporalio/activity';
import type { Mailer, OutgoingMessage } from './mailer';

/** How a send was settled for good. */
export type Settlement =
  { status: 'sent'; providerMessageId: string } | { status: 'failed' | 'unknown'; failure: string };

/**
 * Hands a claimed message to the provider.
 * @param release gives the claim back when the provider is known to have accepted nothing
 * @throws a retryable failure when the message was not accepted, or may have been
 */
export async function deliver(
  mailer: Mailer,
  message: OutgoingMessage,
  claimedAtMs: number,
  release: () => Promise<void>,
): Promise<Settlement> {
  // A process that slept since it claimed may have been overtaken by one that looked the send up and found nothing.
  if (Date.now() - claimedAtMs > 1_000) {
    throw ApplicationFailure.retryable('This process was held up between its claim and the send.', 'HeldUp');
  }
  const result = await mailer.deliver(message);
  switch (result.kind) {
    case 'accepted':
      return { status: 'sent', providerMessageId: result.providerMessageId };
    case 'rejected':
      return { status: 'failed', failure: 'rejected' };
    case 'not_accepted':
      await release();
      throw ApplicationFailure.retryable(`The provider did not take the message: ${result.reason}.`, 'NotAccepted');
    case 'ambiguous':
      throw openOutcome(mailer.settledAfterMs);
  }
}

/**
 * Finds out what became of a send whose outcome is open.
 * @returns null when the provider has not got it, and it may be claimed again
 * @throws a retryable failure while a request may still be on its way
 */
export async function reconcile(mailer: Mailer, sendId: string, startedAt: Date): Promise<Settlement | null> {
  const openForMs = mailer.settledAfterMs - (Date.now() - startedAt.getTime());
  if (openForMs > 0) throw openOutcome(openForMs);
  const found = await mailer.lookUp(sendId, startedAt);
  switch (found.kind) {
    case 'accepted':
      return { status: 'sent', providerMessageId: found.providerMessageId };
    case 'unknown':
      return { status: 'unknown', failure: 'outcome_unknown' };
    case 'absent':
      return null;
  }
}

const openOutcome = (waitMs: number): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'The provider may have accepted the message; its outcome is looked up before anything else is done.',
    type: 'OutcomeOpen',
    nextRetryDelay: Math.max(100, waitMs),
  });
