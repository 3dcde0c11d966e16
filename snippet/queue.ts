import { guard } from './guard';
import { randomId } from './random-id';
import { isFresh, queuePrefix, readQueue, stitchPath, takeLeftQueues, writeQueue, type Item } from './stored-queues';
import type { Store } from './store';
import { warn } from './warn';
import { maxItems, ownedMs } from './limits';

/** Collected items that the API has not accepted yet. */
export interface Queue {
  push(path: string, id: string, json: string): void;
  /** Returns the first items that fit into one request. */
  take(most: number, maxBytes: number): Item[];
  remove(items: readonly Item[]): void;
  /** Stores the queue. @param waitMs time without tries; other pages may not take the queue over before its end */
  save(waitMs?: number): void;
  /** Takes over the queues that closed pages left behind. */
  adopt(): void;
  /** Called when the page is left: the next page may take the queue over immediately. */
  handOver(): void;
  /** Called when the page is restored: keeps all items that no other page took over. */
  takeBack(): void;
  clear(): void;
}

export const byteLength = (text: string): number => new Blob([text]).size;

/**
 * Creates a queue for this page. Each page has its own queue in localStorage, so that tabs never overwrite each other.
 * @param allowed whether anything may be stored; after an opt-out, here or in another tab, queued items are deleted
 */
export function createQueue(store: Store, key: string, allowed: () => boolean): Queue {
  const family = `${queuePrefix}${key}_`;
  const name = family + randomId();
  let items: Item[] = [];
  /** Time in ms; 0 if this queue is given away. */
  let ownedUntil = Infinity;
  let saving: number | undefined;

  /** Drops items that another page has taken over after this page's ownership ended. */
  const leaveTaken = (): void => {
    if (Date.now() < ownedUntil) return;
    const still = new Set(readQueue(store, name).items.map(({ id }) => id));
    items = items.filter(({ id, saved }) => !saved || still.has(id));
  };

  const saveUntil = (time: number): void => {
    clearTimeout(saving);
    saving = undefined;
    leaveTaken();
    if (!allowed()) items = [];
    writeQueue(store, name, items, (ownedUntil = time));
  };
  const own = (waitMs = 0): void => saveUntil(Date.now() + waitMs + ownedMs);
  // A page that enters the back/forward cache may still get a response. Its queue stays given away.
  const save = (waitMs?: number): void => (ownedUntil === 0 ? saveUntil(0) : own(waitMs));

  return {
    push(path, id, json) {
      items.push({ path, id, json, tried: 0 });
      if (items.length > maxItems) {
        warn(`${maxItems} events are queued; the oldest are dropped`);
        items = items.slice(-maxItems);
      }
      // Saves once for all events tracked in the same task.
      saving ??= setTimeout(guard(() => save()));
    },
    take(most, maxBytes) {
      leaveTaken();
      items = items.filter(isFresh);
      const waiting = items.filter(({ busy }) => !busy);
      const other = waiting.findIndex(
        ({ path }, index) => index > 0 && (path === stitchPath || path !== waiting[0]?.path),
      );
      let room = maxBytes;
      return waiting
        .slice(0, other < 0 ? most : Math.min(most, other))
        .filter(({ json }) => (room -= byteLength(json) + 1) > 0);
    },
    remove(done) {
      items = items.filter((item) => !done.includes(item));
      save();
    },
    save,
    adopt() {
      items.push(...takeLeftQueues(store, family, name));
      if (items.length > 0) save();
    },
    handOver: () => saveUntil(0),
    takeBack: () => own(),
    clear() {
      items = [];
      save();
    },
  };
}
