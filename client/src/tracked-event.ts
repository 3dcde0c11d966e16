import { randomUUID } from 'node:crypto';
import { ApexError } from './apex-error';
import type { components } from './api-types';

type ServerEvent = components['schemas']['ServerEventBody'];

/**
 * An event with a `type`, its subject (one or more of `visitorId`, `userId`, `email`), and optional data. At most 32 KB
 * as JSON. The default for `messageId` is a random id, and for `timestamp` the time of the call.
 */
export type TrackedEvent = Omit<
  ServerEvent,
  'workspaceKey' | 'projectKey' | 'sentAt' | 'timestamp' | 'data' | 'visitorId' | 'userId' | 'email'
> & {
  timestamp?: string | Date;
  /** Any JSON values. Money: `revenue` in major units, and `currency` (ISO 4217). */
  data?: Record<string, unknown>;
} & Subject;

/** A browser's visitor id; a lead's id or your own id of a person; a person's address. */
type Subject =
  | { visitorId: string; userId?: string; email?: string }
  | { visitorId?: string; userId: string; email?: string }
  | { visitorId?: string; userId?: string; email: string };

/** An event that waits to be stored, as it was when it was tracked. Later changes to the object do not affect it. */
export interface QueuedEvent {
  /** Sequence number of the client's events, from 1. */
  number: number;
  json: string;
  /** Size of the JSON in UTF-8, including the comma after it. */
  bytes: number;
}

/** An event that was not stored, and the error. Tracking this event again stores it at most once. */
export interface DeliveryFailure {
  event: TrackedEvent;
  error: ApexError;
}

/** Bytes of events in one request; the service accepts 1 MB. */
export const maxBatchBytes = 900_000;

/** @throws ApexError INVALID_EVENT, EVENT_TOO_LARGE */
export function queuedEvent(event: TrackedEvent, number: number): QueuedEvent {
  const json = asJson({
    ...event,
    messageId: event.messageId ?? randomUUID(),
    timestamp: event.timestamp ?? new Date(),
  });
  const bytes = Buffer.byteLength(json) + 1;
  if (bytes <= maxBatchBytes) return { number, json, bytes };
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
