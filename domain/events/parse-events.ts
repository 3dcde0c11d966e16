import { touchOf } from '../analytics/channel';
import { deviceInData, type Device } from './device';
import { inspect } from '../json/storable';
import { occurrenceTime, type EventOrigin, type IncomingEvent } from './event';
import { batchEvent, serverEvent, type BatchEvent, type ServerEvent } from './schemas';

/** Bytes of JSON that an event may have (contract, section 3). */
const maxEventBytes = 32 * 1_024;

/** What a request says for all of its events, unless an event says otherwise. */
export interface EventEnvelope {
  sentAt?: string | undefined;
  visitorId?: string | undefined;
  userId?: string | undefined;
  email?: string | undefined;
  /** Whether the events are history that is loaded. Only keyed callers may set it. */
  historical?: boolean | undefined;
}

export interface EventReceipt {
  origin: EventOrigin;
  receivedAt: Date;
  isBot: boolean;
  /** Of the browser that sent them, when one did. */
  device?: Device | null;
  /** When what the workspace keeps begins, for events that name a time. */
  keptSince?: Date;
}

export interface RejectedEvent {
  index: number;
  code: 'VALIDATION_ERROR' | 'PAYLOAD_TOO_LARGE';
  message: string;
}

export interface ParsedEvents {
  events: IncomingEvent[];
  rejected: RejectedEvent[];
}

/** Parses the items of a batch one by one: a bad one is named and does not keep the others out. */
export function parseEvents(items: readonly unknown[], envelope: EventEnvelope, receipt: EventReceipt): ParsedEvents {
  const parsed: ParsedEvents = { events: [], rejected: [] };
  for (const [index, item] of items.entries()) {
    const result = parseEvent(item, envelope, receipt);
    if ('code' in result) parsed.rejected.push({ index, ...result });
    else parsed.events.push(result);
  }
  return parsed;
}

function parseEvent(
  item: unknown,
  envelope: EventEnvelope,
  receipt: EventReceipt,
): IncomingEvent | Omit<RejectedEvent, 'index'> {
  const inspected = inspect(item);
  if (inspected.unstorable !== null) return rejection(`The event ${inspected.unstorable}`);
  if (isTooLarge(item, inspected))
    return { code: 'PAYLOAD_TOO_LARGE', message: 'The event is larger than 32 KB of JSON.' };
  const result = (receipt.origin === 'server' ? serverEvent : batchEvent).safeParse(item);
  if (!result.success) {
    const issue = result.error.issues[0];
    return rejection(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`.trim());
  }
  if (envelope.historical === true && isOutlived(result.data, receipt)) return rejection(outlived);
  return incomingEvent(result.data, envelope, receipt) ?? rejection(missingSubject[receipt.origin]);
}

const outlived =
  'timestamp is older than what the workspace keeps. Raise its retentionDays first, or leave the event out.';

/** Retention would delete such an event before anything counted it. */
const isOutlived = ({ timestamp }: BatchEvent | ServerEvent, { keptSince }: EventReceipt): boolean =>
  timestamp !== undefined && keptSince !== undefined && Date.parse(timestamp) < keptSince.getTime();

const rejection = (message: string): Omit<RejectedEvent, 'index'> => ({ code: 'VALIDATION_ERROR', message });

/** The message for an event that identifies no person or visitor. */
export const missingSubject = {
  public: 'visitorId is missing, and neither the event nor the batch has a userId.',
  server: 'The event has no subject: it needs a visitorId, a userId or an email.',
} as const;

/** Whether an event that can be stored is too large. Most are so small that nothing needs to be written down to tell. */
export const isTooLarge = (event: unknown, { maxBytes } = inspect(event)): boolean =>
  maxBytes > maxEventBytes && Buffer.byteLength(JSON.stringify(event)) > maxEventBytes;

/** The event as it will be stored, from its valid wire form; null when it identifies no person or visitor. */
export function incomingEvent(
  event: BatchEvent | ServerEvent,
  envelope: EventEnvelope,
  { origin, receivedAt, isBot, device = null, keptSince }: EventReceipt,
): IncomingEvent | null {
  const subject = subjectOf(event, envelope, origin);
  if (subject === null) return null;
  const { type, url = null, referrer = null, data = {}, messageId = null, timestamp } = event;
  const { occurredAt, clockAdjusted } = occurrenceTime(
    { timestamp, sentAt: envelope.sentAt, isHistory: envelope.historical === true },
    receivedAt,
    keptSince,
  );
  const channel = url === null ? null : touchOf({ url, referrer }).channel;
  const { visitorId, userId, email } = subject;
  // Written out: copying objects into one another costs as much as all the rest.
  return {
    type,
    visitorId,
    userId,
    email,
    url,
    referrer,
    channel,
    // Left out of what is stored of most events.
    device: type === 'experiment_exposure' ? (device ?? deviceInData(data)) : undefined,
    data,
    messageId,
    occurredAt,
    clockAdjusted,
    isBot,
  };
}

/** Whom an event is about: what it says itself counts before what its batch says. Addresses are taken from servers only. */
function subjectOf(
  event: BatchEvent | ServerEvent,
  envelope: EventEnvelope,
  origin: EventOrigin,
): Pick<IncomingEvent, 'visitorId' | 'userId' | 'email'> | null {
  const { visitorId = envelope.visitorId ?? null, userId = envelope.userId ?? null } = event;
  const { email: own } = event as { email?: string };
  const email = origin === 'server' ? (own ?? envelope.email ?? null) : null;
  return visitorId === null && userId === null && email === null ? null : { visitorId, userId, email };
}
