import { abortAfter } from './abort-after';
import { ApexError, connectionErrorOf, refusalOf } from './apex-error';
import type { components } from './api-types';
import { retryAfterMs } from './retry-delay';
import type { QueuedEvent } from './tracked-event';

export interface SendSettings {
  baseUrl: string;
  serverKey: string;
  fetch: typeof globalThis.fetch;
  /** Request timeout in milliseconds. */
  timeoutMs: number;
}

/** The outcome of a request with events. */
export type SendOutcome =
  /** The events in `refused` are not stored and never will be; all others are stored. */
  | { kind: 'settled'; refused: Map<QueuedEvent, ApexError> }
  /** Nothing is known to be stored; the same request may succeed later. */
  | { kind: 'again'; error: ApexError; retryAfterMs: number }
  /** Nothing is stored: the request was too large for the service or a proxy in between. */
  | { kind: 'too_large'; error: ApexError };

type IngestionResponse = components['schemas']['IngestionAnswer'];

const retriedStatuses = new Set([408, 425, 429]);

/** Sends events in one request, once. Never rejects. @param attempt aborts the request */
export async function sendBatch(
  settings: SendSettings,
  events: readonly QueuedEvent[],
  attempt: AbortController,
): Promise<SendOutcome> {
  const timer = abortAfter(attempt, settings.timeoutMs);
  try {
    const response = await settings.fetch(`${settings.baseUrl}/api/v1/events`, {
      method: 'POST',
      // Not x-api-key, because fetch would forward it on a redirect to another origin.
      headers: { authorization: `Bearer ${settings.serverKey}`, 'content-type': 'application/json' },
      // The service uses the time of sending to correct a wrong clock of this machine.
      body: `{"sentAt":"${new Date().toISOString()}","events":[${events.map(({ json }) => json).join(',')}]}`,
      // Most redirects would turn the request into a GET.
      redirect: 'manual',
      signal: attempt.signal,
    });
    return outcomeOf(response, parsed(await response.text()), events);
  } catch (error) {
    return { kind: 'again', error: connectionErrorOf(error), retryAfterMs: 0 };
  } finally {
    clearTimeout(timer);
  }
}

function outcomeOf(response: Response, body: unknown, events: readonly QueuedEvent[]): SendOutcome {
  const { status } = response;
  if (response.ok && isIngestionResponse(body)) return { kind: 'settled', refused: rejectedOf(response, body, events) };
  const error = refusalOf(response, body);
  // Includes a 2xx of another server, such as a proxy's page. Only the service's own response means that events are
  // stored.
  if (response.ok || status >= 500 || retriedStatuses.has(status)) {
    return { kind: 'again', error, retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()) };
  }
  if (status === 413 && events.length > 1) return { kind: 'too_large', error };
  return { kind: 'settled', refused: new Map(events.map((event, index) => [event, ofEvent(error, index)])) };
}

function rejectedOf(
  { status, headers }: Response,
  { rejected = [] }: IngestionResponse,
  events: readonly QueuedEvent[],
): Map<QueuedEvent, ApexError> {
  const requestId = headers.get('x-request-id') ?? undefined;
  return new Map(
    rejected.flatMap(({ index, code, message }) => {
      const event = events[index];
      return event === undefined ? [] : [[event, new ApexError({ status, code, message, requestId })] as const];
    }),
  );
}

/** Returns the event's own error. If every event is refused, the details contain an error per event. */
function ofEvent(error: ApexError, index: number): ApexError {
  const own = error.details.find(({ path }) => path === `events.${index}`);
  return own === undefined ? error : new ApexError({ ...error, message: own.message, details: [own] });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isIngestionResponse = (body: unknown): body is IngestionResponse =>
  typeof body === 'object' && body !== null && typeof (body as IngestionResponse).received === 'number';
