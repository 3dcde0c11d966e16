import { randomUUID } from 'node:crypto';
import { ApexError } from './apex-error';
import type { components } from './api-types';

type ServerEvent = components['schemas']['ServerEventBody'];

/**
 * Something that happened: a `type`, whose it is (one or more of `visitorId`, `userId`, `email`), and what else is known of it.
 * At most 32 KB as JSON. Without a `messageId` it gets a random one, without a `timestamp` the time of the call.
 */
export type TrackedEvent = Omit<
  ServerEvent,
  'workspaceKey' | 'projectKey' | 'sentAt' | 'timestamp' | 'data' | 'visitorId' | 'userId' | 'email'
> & {
  timestamp?: string | Date;
  /** Anything that JSON can hold. Money: `revenue` in major units, and `currency` (ISO 4217). */
  data?: Record<string, unknown>;
} & Subject;

/** A browser's visitor id; a lead's id or your own id of a person; a person's address. */
type Subject =
  | { visitorId: string; userId?: string; email?: string }
  | { visitorId?: string; userId: string; email?: string }
  | { visitorId?: string; userId?: string; email: string };

/** An event that waits to be stored: as it was when it was tracked, whatever its maker does with the object afterwards. */
export interface QueuedEvent {
  /** Counts all events of the client, from 1. */
  number: number;
  json: string;
  /** Of the JSON in UTF-8, and the comma after it. */
  bytes: number;
}

/** An event that was not stored, and why. Tracking it again, as it is here, stores it at most once. */
export interface DeliveryFailure {
  event: TrackedEvent;
  error: ApexError;
}

/** Bytes of events in one request; the service takes 1 MB. */
export const mostBatchBytes = 900_000;

/** @throws ApexError INVALID_EVENT, EVENT_TOO_LARGE */
export function queuedEvent(event: TrackedEvent, number: number): QueuedEvent {
  const json = asJson({
    ...event,
    messageId: event.messageId ?? randomUUID(),
    timestamp: event.timestamp ?? new Date(),
  });
  const bytes = Buffer.byteLength(json) + 1;
  if (bytes <= mostBatchBytes) return { number, json, bytes };
  throw new ApexError({ status: 0, code: 'EVENT_TOO_LARGE', message: `The event has ${bytes} bytes of JSON.` });
}

export const eventOf = ({ json }: QueuedEvent): TrackedEvent => JSON.parse(json) as TrackedEvent;

function asJson(event: TrackedEvent): string {
  try {
    return JSON.stringify(event);
  } catch (cause) {
    const message = `The event is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new ApexError({ status: 0, code: 'INVALID_EVENT', message, cause });
  }
}
