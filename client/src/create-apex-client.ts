import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import { abortAfter } from './abort-after';
import type { ApexError } from './apex-error';
import type { paths } from './api-types';
import { createDelivery } from './delivery';
import type { TrackedEvent } from './tracked-event';

export interface ApexClientOptions {
  /** URL of the service, for example `https://apex.example.com`. */
  baseUrl: string;
  /** A key with the prefix `svc_sk_`. */
  serverKey: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Milliseconds that tracked events wait to be sent together; 1,000 by default. */
  flushIntervalMs?: number;
  /** Events in one request, 1 to 500; 100 by default. */
  maxBatch?: number;
  /** Maximum number of events waiting to be stored; 10,000 by default. More are lost, and reported to `onError`. */
  maxQueue?: number;
  /** Request timeout in milliseconds; 15,000 by default, more than the service needs to respond. */
  timeoutMs?: number;
  /**
   * Called once for every tracked event that will not be stored. Without it, the process gets a warning
   * (`process.emitWarning`) at the first error of each code.
   */
  onError?: (error: ApexError, event: TrackedEvent) => void;
}

export interface WaitOptions {
  /** Milliseconds to wait for events to be stored; 30,000 by default. */
  timeoutMs?: number;
}

export interface ApexClient {
  /** Every route of the service, typed by its OpenAPI document: `api.GET('/api/journeys')`. Nothing is retried. */
  api: Client<paths>;
  /**
   * Queues an event and returns immediately. It is sent with others within `flushIntervalMs`, and retried until the
   * service has it. Never throws: an event that cannot be accepted or stored goes to `onError`.
   */
  track(event: TrackedEvent): void;
  /**
   * Resolves when every event tracked so far is stored.
   * @throws DeliveryError with the events that were refused since the last flush, and those not stored in time; the
   *   latter stay in the queue and are retried
   */
  flush(options?: WaitOptions): Promise<void>;
  /**
   * Flushes, and refuses later events. Call it before the process ends, because waiting events do not keep it alive.
   * @throws DeliveryError as flush does; nothing is retried afterwards
   */
  close(options?: WaitOptions): Promise<void>;
}

const defaultWaitMs = 30_000;

/** @throws TypeError or RangeError for invalid options */
export function createApexClient(options: ApexClientOptions): ApexClient {
  const settings = {
    baseUrl: baseUrlOf(options.baseUrl),
    serverKey: options.serverKey,
    fetch: options.fetch ?? globalThis.fetch,
    flushIntervalMs: inRange('flushIntervalMs', options.flushIntervalMs ?? 1_000, 0, 3_600_000),
    maxBatch: inRange('maxBatch', options.maxBatch ?? 100, 1, 500),
    maxQueue: inRange('maxQueue', options.maxQueue ?? 10_000, 1, 1_000_000),
    timeoutMs: inRange('timeoutMs', options.timeoutMs ?? 15_000, 1, 600_000),
    onError: options.onError ?? warnOnce(),
  };
  if (typeof settings.serverKey !== 'string' || settings.serverKey === '') throw new TypeError('serverKey is missing.');
  const delivery = createDelivery(settings);
  return {
    api: createClient<paths>({
      baseUrl: settings.baseUrl,
      headers: { authorization: `Bearer ${settings.serverKey}` },
      fetch: (request) => {
        const controller = new AbortController();
        request.signal.addEventListener('abort', () => controller.abort(request.signal.reason), { once: true });
        // Not cleared after the response, because its body is not read yet.
        abortAfter(controller, settings.timeoutMs);
        return settings.fetch(request, { signal: controller.signal });
      },
    }),
    track: (event) => delivery.track(event),
    flush: ({ timeoutMs = defaultWaitMs } = {}) => delivery.flush(timeoutMs),
    close: ({ timeoutMs = defaultWaitMs } = {}) => delivery.close(timeoutMs),
  };
}

function baseUrlOf(text: string): string {
  const protocol = protocolOf(text);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`baseUrl must be an http or https URL, not ${JSON.stringify(text)}.`);
  }
  return text.replace(/\/+$/, '');
}

/** Returns undefined if the text is not a URL. */
function protocolOf(text: string): string | undefined {
  try {
    return new URL(text).protocol;
  } catch {
    return undefined;
  }
}

function inRange(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new RangeError(`${name} must be between ${least} and ${most}, not ${value}.`);
}

function warnOnce(): (error: ApexError) => void {
  const warned = new Set<string>();
  return ({ code, message }) => {
    if (warned.has(code)) return;
    warned.add(code);
    process.emitWarning(`An event was not stored (${code}): ${message}`, 'ApexWarning');
  };
}
