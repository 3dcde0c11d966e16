import { guard } from './guard';
import { byteLength, type Queue } from './queue';
import { eventsPath, stitchPath, type Item } from './stored-queues';
import { toJson } from './to-json';
import { warn } from './warn';
import { gatherMs, maxEvents, maxBytes, smallBytes, timeoutMs, longestWaitMs } from './limits';

/** Sends the queue to the API. */
export interface Delivery {
  /** Sends within three seconds. */
  soon(): void;
  /** Sends now. @param leaving the page is being left, so do not wait for an open request */
  now(leaving?: boolean): void;
  /** Sends now, because the network has returned. */
  online(): void;
}

const canOutlive = 'keepalive' in Request.prototype;

/**
 * Creates a delivery with one request at a time. After a failure it waits twice as long as before, up to a minute, or
 * as long as the API requires.
 */
export function createDelivery(options: { api: string; key: string; queue: Queue; allowed: () => boolean }): Delivery {
  const { api, key, queue, allowed } = options;
  let timer = 0;
  let failures = 0;
  let notBefore = 0;
  let isReachable = true;
  let bytesUnderWay = 0;

  const soon = (waitMs = gatherMs): void => {
    if (timer === 0) timer = setTimeout(now, waitMs);
  };

  const now = guard((isLeaving: boolean = false): void => {
    clearTimeout(timer);
    timer = 0;
    if (!allowed()) return queue.clear();
    // The response to the open request continues from here.
    if (bytesUnderWay > 0 && !isLeaving) return;
    if (Date.now() < notBefore) return soon(notBefore - Date.now());
    do {
      const items = queue.take(maxEvents, maxBytes - bytesUnderWay);
      if (items.length === 0) return;
      send(items, isLeaving);
    } while (isLeaving);
  });

  const send = (items: Item[], leaving: boolean): void => {
    const body = bodyOf(items, key);
    const size = byteLength(body);
    // Offline, nothing is sent. But some browsers wrongly report that they are offline, so make the request anyway.
    const first = items.filter(({ tried }) => tried === 0 && navigator.onLine);
    for (const item of items) item.busy = true;
    for (const item of first) item.tried = Date.now();
    bytesUnderWay += size;
    queue.save();
    const responded = guard(({ status, retryAfter }: Outcome): void => {
      bytesUnderWay -= size;
      for (const item of items) item.busy = false;
      // With these two, certainly nothing was stored.
      if (status === 429 || status === 503) for (const item of first) item.tried = 0;
      settle(items, status, retryAfter);
    });
    const outlivesPage = leaving || (canOutlive && failures === 0 && size < smallBytes);
    const url = api + (items[0]?.path ?? eventsPath);
    post(url, body, outlivesPage).then(responded, () => responded({ status: 0, retryAfter: 0 }));
  };

  const settle = (items: Item[], status: number, retryAfter: number): void => {
    isReachable = status > 0;
    if (!isReachable || status === 408 || status === 429 || status >= 500) {
      failures += 1;
      const waitMs = Math.min(longestWaitMs, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);
      notBefore = Date.now() + Math.max(waitMs, retryAfter * 1_000);
      queue.save(notBefore - Date.now());
      return now();
    }
    if (status < 200 || status > 299) warn(`API status ${status}; events are dropped`);
    failures = 0;
    queue.remove(items);
    now();
  };

  const online = (): void => {
    if (!isReachable) notBefore = 0;
    now();
  };

  return { soon: () => soon(), now, online };
}

/** A response to a request. */
interface Outcome {
  /** 0 if there is no response. */
  status: number;
  /** In seconds. */
  retryAfter: number;
}

function bodyOf(items: readonly Item[], key: string): string {
  if (items[0]?.path === stitchPath) return items[0].json;
  const events = items.map(({ json }) => json).join(',');
  return `{"workspaceKey":${toJson(key)},"sentAt":"${new Date().toISOString()}","events":[${events}]}`;
}

/**
 * Posts text, which browsers send across origins without a preflight request. Times out after 15 seconds.
 * @param outlivesPage whether the browser finishes the request after the page is closed
 */
async function post(url: string, body: string, outlivesPage: boolean): Promise<Outcome> {
  if (outlivesPage && !canOutlive) {
    // A beacon has no result. Its items are sent again, and the service recognizes them.
    navigator.sendBeacon(url, body);
    throw new Error();
  }
  const { status, headers } = await fetch(url, {
    method: 'POST',
    body,
    // Pages that wrap `fetch` may expect this object.
    headers: {},
    credentials: 'omit',
    keepalive: outlivesPage,
    // Older browsers do not support it and use their own timeout.
    signal: AbortSignal.timeout?.(timeoutMs),
  });
  return { status, retryAfter: Number(headers.get('Retry-After')) || 0 };
}
