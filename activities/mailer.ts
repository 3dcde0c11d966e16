import type { DeliveryResult, LookupResult } from '../domain/email/delivery-outcome';
import type { ProviderPause } from '../domain/email/provider-pause';
import type { MessageSender } from '../domain/senders/mailboxes';

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

/** A provider in its own protocol. */
export interface MailProvider {
  deliver(message: OutgoingMessage): Promise<DeliveryResult>;
  /** To be asked only once `settledAfterMs` have passed since the delivery began. */
  lookUp(sendId: string, startedAt: Date): Promise<LookupResult>;
  /** Milliseconds after a claim when a delivery under it has reached the provider or never will; {@link maxClaimAgeMs} is part of it. */
  readonly settledAfterMs: number;
  close(): void;
}

/** Whether a send may go to the provider now. While sends are paused, one at a time does: the probe. */
export type Admission =
  | { kind: 'open' }
  | {
      kind: 'paused';
      /** Milliseconds until the next probe. */
      retryAfterMs: number;
      /** Milliseconds over which retries should spread after that. */
      spreadMs: number;
    };

/** The delivery port: a provider whose sends pause while it fails. */
export interface Mailer extends MailProvider {
  /**
   * Call it before a send is claimed. A send that is admitted as the probe ends the pause if the provider takes or rejects it; one that
   * is not delivered after all costs the wait for the next probe.
   */
  admit(sendId: string): Promise<Admission>;
  /** Null while the provider works. */
  findPause(): Promise<ProviderPause | null>;
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
