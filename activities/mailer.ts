import type { DeliveryResult, LookupResult } from '../domain/email/delivery-outcome';
import type { MessageSender } from '../domain/senders/mailboxes';

/** The delivery port: what the service needs of an email provider. */

export interface OutgoingMessage {
  /** The service's own id of the send; travels as a header and a message tag, so that a send can be found again. */
  sendId: string;
  to: string;
  subject: string;
  /** Null for a message that has none; one of html and text is there. */
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  /** In whose name it goes out; that of the installation unless given. */
  sender?: MessageSender | null;
}

export interface Mailer {
  deliver(message: OutgoingMessage): Promise<DeliveryResult>;
  /** To be asked only once `settledAfterMs` have passed since the delivery began. */
  lookUp(sendId: string, startedAt: Date): Promise<LookupResult>;
  /** Milliseconds after a claim when a delivery under it has reached the provider or never will; {@link maxClaimAgeMs} is part of it. */
  readonly settledAfterMs: number;
  close(): void;
}

/**
 * Milliseconds after which a claim is not used any more: an attempt that comes to its request later than that releases the claim.
 * A request thus reaches the provider within this and its own time-out, or never; another attempt looks the send up after that long
 * ({@link Mailer.settledAfterMs}), so that each millisecond here is one that every open outcome waits. A claim is one
 * statement, and a second is ample for it; a busy machine that takes longer loses one more attempt, at once.
 */
export const maxClaimAgeMs = 1_000;

/** The header by which a message is found again at its receiver or in a sink. */
export const sendIdHeader = 'X-Apex-Send-Id';
