import { canonicalAddress } from '../email/address';
import type { SesEvent } from './schemas';

/** What a provider reports of a message. */
export interface Feedback {
  kind: 'delivery' | 'bounce' | 'complaint' | 'delay' | 'reject';
  /** The send's id, when the event names it. */
  sendId: string | null;
  providerMessageId: string;
  at: Date;
  /** Types and codes. Never an address, and never what the receiving server wrote: it may quote one. */
  detail: string | null;
  /** Addresses that get no more mail, as `parseAddress` has them. */
  suppress: string[];
}

const sendIdTag = 'apex-send-id';

/** What an event of SES means here; null for one that changes nothing (Send, Open, Click, Subscription, Rendering Failure). */
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

/** Only permanent bounces suppress, and complaints unless they say that the mail was wanted. */
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

/** Those of the named recipients that the message went to. Each message goes to one address: when none is named, it is that. */
function addressesOf(event: SesEvent, recipients: readonly { emailAddress: string }[]): string[] {
  const destination = event.mail.destination.map(normalized);
  const named = recipients.map(({ emailAddress }) => normalized(emailAddress));
  if (destination.length === 0) return named;
  const ours = named.filter((address) => destination.includes(address));
  return ours.length > 0 || destination.length > 1 ? ours : destination;
}

/** `Ada <Ada@Example.com>` is ada@example.com. */
const normalized = (recipient: string): string => canonicalAddress(/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient);
