import type { Consent } from './consent';
import type { Delivery } from './delivery';
import { page } from './native';
import type { Options } from './options';
import { byteLength, type Queue } from './queue';
import { randomId } from './random-id';
import { eventsPath, stitchPath } from './stored-queues';
import { toJson } from './to-json';
import type { Visitor } from './visitor';
import { warn } from './warn';
import { longestUrl, longestType, maxEventBytes } from './limits';

/** Where and when something happened, if not here and now. */
export interface Place {
  url?: string;
  /** In ms. */
  at?: number;
}

export interface Recorder {
  track(type: string, data?: unknown, place?: Place): void;
  identify(email: string): void;
  /** Sets the previous page, which later events use as their referrer. */
  cameFrom(url: string): void;
}

/** Returns a page's URL. Fragments may contain secrets, so they are included only if the page enables it. */
export const pageUrl = ({ hash }: Options, url = location.href): string =>
  (hash ? url : url.replace(/#.*/, '')).slice(0, longestUrl);

/** Creates the recorder, which turns calls into queue items. It drops everything while collecting is not allowed. */
export function createRecorder(
  options: Options,
  { consent, visitor, queue, delivery }: { consent: Consent; visitor: Visitor; queue: Queue; delivery: Delivery },
): Recorder {
  let referrer = page.referrer;
  return {
    track(type, data, { url = pageUrl(options), at = Date.now() } = {}) {
      if (!consent.allowed()) return;
      if (typeof type !== 'string' || type === '' || type.length > longestType) return warn('an event needs a type');
      const messageId = randomId();
      const json = writeStorable({
        type,
        visitorId: visitor.id(),
        url,
        referrer: referrer.slice(0, longestUrl) || undefined,
        timestamp: new Date(at).toISOString(),
        messageId,
        data: dataOf(data, type),
      });
      if (byteLength(json) > maxEventBytes) return warn(`"${type}" is dropped: more than 32 KB`);
      queue.push(eventsPath, messageId, json);
      delivery.soon();
    },
    identify(email) {
      if (!consent.allowed()) return;
      const address = typeof email === 'string' ? email.trim() : '';
      if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 254) return warn('identify needs an email address');
      const stitch = { visitorId: visitor.id(), email: address, workspaceKey: options.key };
      queue.push(stitchPath, randomId(), writeStorable(stitch));
      delivery.soon();
    },
    cameFrom(url) {
      referrer = url;
    },
  };
}

function dataOf(data: unknown, type: string): unknown {
  if (data === undefined || data === null) return undefined;
  if (typeof data === 'object' && !Array.isArray(data)) return data;
  warn(`data of "${type}" must be an object`);
  return undefined;
}

/** Returns JSON without what the service refuses: NUL, and unpaired surrogates, which JSON writes as escapes. */
const writeStorable = (value: object): string =>
  toJson(value).replace(/\\\\|\\u(?:0000|d[89a-f]..)/g, (escape) => (escape === '\\\\' ? escape : '\ufffd'));
