import type { Store } from './store';
import { uncertainMs } from './limits';
import { toJson } from './to-json';

/** An item that waits to be sent to the API. */
export interface Item {
  /** The event's message id. The service stores repeats within 24 hours only once. */
  id: string;
  /** The API route for the item. Events are sent together, links one at a time. */
  path: string;
  json: string;
  /** Time (ms) of the first try with an unknown outcome; 0 for none. */
  tried: number;
  /** Whether a request with the item is open. */
  busy?: boolean;
  /** Whether localStorage contains it. */
  saved?: boolean;
}

export const eventsPath = '/api/events';
/** The route of links. */
export const stitchPath = '/api/identity/stitch';

/** Prefix of all stored queues. */
export const queuePrefix = 'apex_q_';

/** Returns whether the item can be sent again without the risk of counting twice. */
export const isFresh = ({ tried }: Item): boolean => tried === 0 || Date.now() - tried < uncertainMs;

/** @param until the time (ms) until which other pages may not take over the queue */
export function writeQueue(store: Store, name: string, items: readonly Item[], until: number): void {
  const write = (some: readonly Item[]): boolean =>
    store.set(name, toJson({ until, items: some.map(({ id, path, json, tried }) => ({ id, path, json, tried })) }));
  // If the queue does not fit, store the newest half, or half of that. Items that are not stored stay in memory.
  let count = items.length;
  while (count > 0 && !write(items.slice(-count))) count >>= 1;
  if (count === 0) store.remove(name);
  items.forEach((item, index) => (item.saved = index >= items.length - count));
}

export function readQueue(store: Store, name: string): { until: number; items: Item[] } {
  try {
    return JSON.parse(store.get(name) ?? '') as { until: number; items: Item[] };
  } catch {
    return { until: 0, items: [] };
  }
}

/** Takes over the queues of closed pages: those given away on leaving, or not renewed for a long time. */
export function takeLeftQueues(store: Store, family: string, own: string): Item[] {
  const left: Item[] = [];
  for (const name of store.names()) {
    if (!name.startsWith(family) || name === own) continue;
    const { until, items } = readQueue(store, name);
    if (until > Date.now()) continue;
    store.remove(name);
    left.push(...items.filter(isFresh));
  }
  return left;
}
