import { canonicalAddress } from '../email/address';
import type { SesEvent } from './schemas';

/** A provider's report about a message. */
export interface Feedback {
  kind: 'delivery' | 'bounce' | 'complaint' | 'delay' | 'reject';
  /** The id of the send, if the event contains it. */
  sendId: string | null;
  /** Null if the event has none. The event then has a send id. */
  providerMessageId: string | null;
  at: Date;
  /** Types and codes only, never an address. */
  detail: string | null;
  /** The text of the receiving server, which may quote an address. */
  diagnostic: string | null;
  /** For a bounce: whether a later message may be delivered. */
  isTransient: boolean;
  /** Addresses to suppress, in the canonical form of `parseAddress`. */
  suppress: string[];
}

const sendIdTag = 'apex-send-id';

/** The type of a complaint that says that the message was wanted. */
export const notSpam = 'not-spam';

/**
 * Maps an SES event to feedback; null for an event without effect (Send, Open, Click, Subscription, Rendering Failure),
 * and for one whose send or recipient cannot be determined.
 * @param publishedAt when SNS sent the event, for events without a time
 */
export function feedbackOf(event: SesEvent, publishedAt: Date): Feedback | null {
  const { mail } = event;
  const outcome = outcomeOf(event);
  const header = mail.headers.find(({ name }) => name.toLowerCase() === 'x-apex-send-id')?.value;
  const sendId = mail.tags?.[sendIdTag]?.[0] ?? header ?? null;
  const providerMessageId = mail.messageId ?? null;
  if (outcome === null || (sendId === null && providerMessageId === null)) return null;
  const at = outcome.at ?? mail.timestamp;
  return {
    sendId,
    providerMessageId,
    detail: null,
    diagnostic: null,
    isTransient: false,
    suppress: [],
    ...outcome,
    at: isMissing(at) ? publishedAt : new Date(at),
  };
}

/** SES omits optional parts or sets them to null. */
const isMissing = (part: unknown): part is null | undefined => part === undefined || part === null;

/** Checks whether the text of a message reports a bounce or a complaint, even if it is not a valid event. */
export const reportsProblem = (text: string): boolean =>
  /"(eventType|notificationType)"\s*:\s*"(Bounce|Complaint)"|"(bounce|complaint)"\s*:\s*\{/.test(text);

interface Outcome
  extends Pick<Feedback, 'kind'>, Partial<Pick<Feedback, 'detail' | 'diagnostic' | 'isTransient' | 'suppress'>> {
  at: string | null | undefined;
}

function outcomeOf(event: SesEvent): Outcome | null {
  const { mail, delivery, bounce, complaint, deliveryDelay, reject } = event;
  switch (event.eventType ?? event.notificationType) {
    case 'Delivery':
      return isMissing(delivery) ? null : { kind: 'delivery', at: delivery.timestamp };
    case 'Bounce':
      return isMissing(bounce) ? null : bounceOutcome(mail, bounce);
    case 'Complaint':
      return isMissing(complaint) ? null : complaintOutcome(mail, complaint);
    case 'DeliveryDelay':
      return isMissing(deliveryDelay) ? null : delayOutcome(deliveryDelay);
    case 'Reject':
      return { kind: 'reject', at: mail.timestamp, detail: reject?.reason?.slice(0, 200) ?? null };
    default:
      return null;
  }
}

const delayOutcome = ({
  delayType,
  delayedRecipients,
  timestamp: at,
}: NonNullable<SesEvent['deliveryDelay']>): Outcome => ({
  kind: 'delay',
  at,
  detail: delayType?.slice(0, 200) ?? null,
  diagnostic: diagnosticOf(delayedRecipients),
});

/** Characters of a server's text. Longer ones repeat themselves, or quote the message. */
const maxDiagnostic = 500;

/** Returns the first text of a receiving server on one line, without control characters. Null if there is none. */
function diagnosticOf(recipients: NonNullable<SesEvent['bounce']>['bouncedRecipients']): string | null {
  for (const { diagnosticCode } of recipients) {
    const text = (diagnosticCode ?? '').replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
    if (text !== '') return text.length > maxDiagnostic ? `${text.slice(0, maxDiagnostic - 1)}…` : text;
  }
  return null;
}

/** Permanent bounces suppress the address. */
function bounceOutcome(mail: SesEvent['mail'], bounce: NonNullable<SesEvent['bounce']>): Outcome | null {
  const { bounceType, bounceSubType, bouncedRecipients, timestamp: at } = bounce;
  const codes = bouncedRecipients.flatMap(({ status }) => status ?? []);
  const type = [bounceType, bounceSubType ?? ''].filter((part) => part !== '').join('/');
  const detail = [type, ...codes].join(' ').slice(0, 200);
  const isTransient = bounceType === 'Transient';
  const outcome = { kind: 'bounce', at, detail, diagnostic: diagnosticOf(bouncedRecipients), isTransient } as const;
  if (bounceType !== 'Permanent') return outcome;
  const suppress = addressesOf(mail, bouncedRecipients);
  return suppress === null ? null : { ...outcome, suppress };
}

/** Complaints suppress the address, unless they say that the mail was wanted. */
function complaintOutcome(mail: SesEvent['mail'], complaint: NonNullable<SesEvent['complaint']>): Outcome | null {
  const { complaintFeedbackType, complainedRecipients, timestamp: at } = complaint;
  const detail = complaintFeedbackType?.slice(0, 100) ?? null;
  if (detail === notSpam) return { kind: 'complaint', at, detail };
  const suppress = addressesOf(mail, complainedRecipients);
  return suppress === null ? null : { kind: 'complaint', at, detail, suppress };
}

/**
 * Returns the named recipients that the message was sent to. If none matches and the message has one recipient, returns
 * that one. Returns null if the event names no recipient and the message has several or none.
 */
function addressesOf(mail: SesEvent['mail'], recipients: readonly { emailAddress: string }[]): string[] | null {
  const destination = mail.destination.map(normalized);
  const named = recipients.map(({ emailAddress }) => normalized(emailAddress));
  if (named.length === 0 && destination.length !== 1) return null;
  if (destination.length === 0) return named;
  const ours = named.filter((address) => destination.includes(address));
  return ours.length > 0 || destination.length > 1 ? ours : destination;
}

/** Extracts the address: `Ada <Ada@Example.com>` becomes ada@example.com. */
const normalized = (recipient: string): string => canonicalAddress(/<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient);
