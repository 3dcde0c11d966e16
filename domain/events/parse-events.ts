import type { z } from 'zod';
import type { WorkspaceSettings } from '../accounts/schemas';
import { internalVisit, touchOf } from '../analytics/channel';
import type { ReferrerRules } from '../analytics/referrers';
import { describeIssue } from '../describe-issue';
import { deviceInData, type Device } from './device';
import { inspect } from '../json/storable';
import { retentionStart, occurrenceTime, type EventOrigin, type IncomingEvent } from './event';
import { batchEvent, serverEvent, type BatchEvent, type ServerEvent } from './schemas';

/** The most bytes of an event as JSON. */
const maxEventBytes = 32 * 1_024;

/** Values of a request for all its events. An event may override them. */
export interface EventEnvelope {
  sentAt?: string | undefined;
  visitorId?: string | undefined;
  userId?: string | undefined;
  email?: string | undefined;
  /** Whether the events are imported history. Only keyed callers may set it. */
  historical?: boolean | undefined;
}

export interface EventReceipt {
  origin: EventOrigin;
  receivedAt: Date;
  isBot: boolean;
  /** The device of the browser that sent the events, if any. */
  device?: Device | null;
  /** The start of the workspace's retention, for events with a timestamp. */
  retainedSince?: Date;
  /** The referrers that do not start a visit. Default: only those on the page's own domain. */
  referrerRules?: ReferrerRules;
}

/** Why an event of a batch was not stored. */
export type RejectionCode =
  'VALIDATION_ERROR' | 'PAYLOAD_TOO_LARGE' | 'PLACEHOLDER_ID' | 'INVALID_URL' | 'IDENTITY_CONFLICT';

/** Returns the part of a receipt that depends on the workspace's settings; null means a deleted workspace. */
export const receiptSettings = (
  workspace: Pick<WorkspaceSettings, 'retentionDays' | keyof ReferrerRules> | null,
  now: Date,
): Pick<EventReceipt, 'retainedSince' | 'referrerRules'> => ({
  retainedSince: retentionStart(workspace?.retentionDays ?? 0, now),
  ...(workspace === null ? {} : { referrerRules: workspace }),
});

export interface RejectedEvent {
  index: number;
  code: RejectionCode;
  message: string;
}

export interface ParsedEvents {
  events: IncomingEvent[];
  /** The index of each event in the batch. */
  indices: number[];
  rejected: RejectedEvent[];
}

/** Parses each item of a batch separately. An invalid item is reported and does not affect the others. */
export function parseEvents(items: readonly unknown[], envelope: EventEnvelope, receipt: EventReceipt): ParsedEvents {
  const parsed: ParsedEvents = { events: [], indices: [], rejected: [] };
  for (const [index, item] of items.entries()) {
    const result = parseEvent(item, envelope, receipt);
    if ('code' in result) parsed.rejected.push({ index, ...result });
    else {
      parsed.events.push(result);
      parsed.indices.push(index);
    }
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
  const result = (receipt.origin === 'server' ? serverEvent : batchEvent).safeParse(item, { error: describeIssue });
  if (!result.success) {
    const { issues } = result.error;
    const issue = issues.find((one) => codeOf(one) !== undefined) ?? issues[0];
    const subject = issue?.path.join('.') || 'The event';
    return rejection(`${subject} ${issue?.message ?? 'is not valid'}`, issue && codeOf(issue));
  }
  if (envelope.historical === true && isOutlived(result.data, receipt)) return rejection(outlived);
  return incomingEvent(result.data, envelope, receipt) ?? rejection(missingSubject[receipt.origin]);
}

const outlived =
  'timestamp is older than the retention period of the workspace. Increase retentionDays first, or leave the ' +
  'event out.';

/** Checks whether an event is older than the retention. It would be deleted before anything counted it. */
const isOutlived = ({ timestamp }: BatchEvent | ServerEvent, { retainedSince }: EventReceipt): boolean =>
  timestamp !== undefined && retainedSince !== undefined && Date.parse(timestamp) < retainedSince.getTime();

const rejection = (message: string, code: RejectionCode = 'VALIDATION_ERROR'): Omit<RejectedEvent, 'index'> => ({
  code,
  message,
});

/** Returns the code that a schema gives to a problem (`refuseBy`). */
const codeOf = (issue: z.core.$ZodIssue): RejectionCode | undefined =>
  issue.code === 'custom' ? (issue.params?.['code'] as RejectionCode | undefined) : undefined;

/** The message for an event that identifies no person or visitor. */
export const missingSubject = {
  public: 'visitorId is required, because neither the event nor the batch has a userId.',
  server: 'The event has no subject. Send a visitorId, a userId or an email.',
} as const;

/**
 * Checks whether a storable event is too large. Most events are so small that the upper bound is enough and nothing is
 * serialized.
 */
export const isTooLarge = (event: unknown, { maxBytes } = inspect(event)): boolean =>
  maxBytes > maxEventBytes && Buffer.byteLength(JSON.stringify(event)) > maxEventBytes;

/** Converts a valid event to its stored form; null if it identifies no person or visitor. */
export function incomingEvent(
  event: BatchEvent | ServerEvent,
  envelope: EventEnvelope,
  { origin, receivedAt, isBot, device = null, retainedSince, referrerRules }: EventReceipt,
): IncomingEvent | null {
  const subject = subjectOf(event, envelope, origin);
  if (subject === null) return null;
  const { type, url = null, referrer = null, data = {}, messageId = null, timestamp } = event;
  const { occurredAt, clockAdjusted } = occurrenceTime(
    { timestamp, sentAt: envelope.sentAt, isHistory: envelope.historical === true },
    receivedAt,
    retainedSince,
  );
  const touch = url === null ? null : touchOf({ url, referrer }, referrerRules);
  const { visitorId, userId, email } = subject;
  // Lists all fields, because copying objects into one another would cost as much as everything else.
  return {
    type,
    visitorId,
    userId,
    email,
    url,
    referrer,
    channel: touch?.isInternal === true ? internalVisit : (touch?.channel ?? null),
    // Stored only for exposures.
    device: type === 'experiment_exposure' ? (device ?? deviceInData(data)) : undefined,
    data,
    messageId,
    occurredAt,
    clockAdjusted,
    isBot,
  };
}

/**
 * Returns the subject of an event. Values of the event have priority over those of the batch. Addresses are accepted
 * only from servers.
 */
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
