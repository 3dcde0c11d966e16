import { canonicalAddress } from '../email/address';
import type { SesEvent } from './schemas';

/** A provider's report about a message. */
export interface Feedback {
  kind: 'delivery' | 'bounce' | 'complaint' | 'delay' | 'reject';
  /** The id of the send, if the event contains it. */
  sendId: string | null;
  providerMessageId: string;
  at: Date;
  /** Types and codes only. Never an address or the receiving server's text, which may quote one. */
  detail: string | null;
  /** Addresses to suppress, in the canonical form of `parseAddress`. */
  suppress: string[];
}

const sendIdTag = 'apex-send-id';

/**
 * Maps an SES event to feedback; null for events without effect (Send, Open, Click, Subscription, Rendering Failure).
 */
export function feedbackOf(event: SesEvent): Feedback | null {
  const { mail } = event;
  const feedback = outcomeOf(event);
  if (feedback === null) return null;
  const header = mail.headers.find(({ name }) => name.toLowerCase() === 'x-apex-send-id')?.value;
  return {
    sendId: mail.tags[sendIdTag]?.[0] ?? header ?? null,
    providerMessageId: mail.messageId,
    detail: null,
    suppress: [],
    ...feedback,
  };
}

type Outcome = Pick<Feedback, 'kind' | 'at'> & Partial<Pick<Feedback, 'detail' | 'suppress'>>;

/** Permanent bounces suppress the address. Complaints do too, unless they say that the mail was wanted. */
function outcomeOf(event: SesEvent): Outcome | null {
  const { mail, delivery, bounce, complaint, deliveryDelay, reject } = event;
  switch (event.eventType ?? event.notificationType) {
    case 'Delivery':
      return delivery === undefined ? null : { kind: 'delivery', at: new Date(delivery.timestamp) };
    case 'Bounce': {
      if (bounce === undefined) return null;
      const codes = bounce.bouncedRecipients.flatMap(({ status }) => status ?? []);
      const type = [bounce.bounceType, bounce.bounceSubType].filter((part) => part !== '').join('/');
      return {
        kind: 'bounce',
        at: new Date(bounce.timestamp),
        detail: [type, ...codes].join(' ').slice(0, 200),
        suppress: bounce.bounceType === 'Permanent' ? addressesOf(event, bounce.bouncedRecipients) : [],
      };
    }
    case 'Complaint': {
      if (complaint === undefined) return null;
      const type = complaint.complaintFeedbackType ?? null;
      return {
        kind: 'complaint',
        at: new Date(complaint.timestamp),
        detail: type,
        suppress: type === 'not-spam' ? [] : addressesOf(event, complaint.complainedRecipients),
      };
    }
    case 'DeliveryDelay':
      if (deliveryDelay === undefined) return null;
      return { kind: 'delay', at: new Date(deliveryDelay.timestamp), detail: deliveryDelay.delayType };
    case 'Reject':
      return { kind: 'reject', at: new Date(mail.timestamp), detail: reject?.reason ?? null };
    default:
      return null;
  }
}

/**
 * Returns the named recipients that the message was sent to. If none matches and the message has one recipient, returns
 * that one.
 */
function addressesOf(event: SesEvent, recipients: readonly { emailAddress: string }[]): string[] {
  const destination = event.mail.destination.map(normalized);
  const named = recipients.map(({ emailAddress }) => normalized(emailAddress));
  if (destination.length === 0) return named;
  const ours = named.filter((address) => destination.includes(address));
  return ours.length > 0 || destination.length > 1 ? ours : destination;
}

/** Extracts the address: `Ada <Ada@Example.com>` becomes ada@example.com. */
const normalized = (recipient: string): string => canonicalAddress(/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient);
