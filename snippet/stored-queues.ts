import type { Store } from './store';
import { uncertainMs } from './limits';

/** Something that waits for the API to take it. */
export interface Item {
  /** The event's message id: the service stores a repeat of it within 24 hours once. */
  id: string;
  /** The route that takes it. Events travel together, links by themselves. */
  path: string;
  json: string;
  /** Time (ms) of the first try whose outcome is not known for sure; 0 for none. */
  tried: number;
  /** Whether it is on its way now. */
  busy?: boolean;
  /** Whether localStorage has it. */
  saved?: boolean;
}

export const eventsPath = '/api/events';
/** Of links. */
export const stitchPath = '/api/identity/stitch';

/** All stored queues are named like this. */
export const queuePrefix = 'apex_q_';

/** Whether sending it, maybe again, cannot make it count twice. */
export const isFresh = ({ tried }: Item): boolean => tried === 0 || Date.now() - tried < uncertainMs;

/** What is stored of a queue and its items. */
const storedNames = ['until', 'items', 'id', 'path', 'json', 'tried'];

/** @param until the time (ms) up to which other pages leave the queue alone */
export function writeQueue(store: Store, name: string, items: readonly Item[], until: number): void {
  const write = (some: readonly Item[]): boolean =>
    store.set(name, JSON.stringify({ until, items: some }, storedNames));
  // Where not all of it finds room, the newest half does, or a half of that. What is in no storage stays in memory.
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

/** Takes over the queues of pages that are gone: those given away at their end, or left alone for long. */
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
