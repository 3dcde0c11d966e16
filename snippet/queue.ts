import { guard } from './guard';
import { randomId } from './random-id';
import { isFresh, queuePrefix, readQueue, stitchPath, takeLeftQueues, writeQueue, type Item } from './stored-queues';
import type { Store } from './store';
import { warn } from './warn';
import { mostItems, ownedMs } from './limits';

/** What was collected and not yet taken by the API. */
export interface Queue {
  push(path: string, id: string, json: string): void;
  /** The first items that go into one request. */
  take(most: number, maxBytes: number): Item[];
  remove(items: readonly Item[]): void;
  /** Writes the queue down. @param waitMs how long nothing will be tried: other pages leave the queue alone until then */
  save(waitMs?: number): void;
  /** Takes over what pages that are gone left behind. */
  adopt(): void;
  /** This page is going: from here on, the next one may take the queue over at once. */
  giveAway(): void;
  /** This page is there again: what no other page took over is its own. */
  takeBack(): void;
  clear(): void;
}

export const byteLength = (text: string): number => new Blob([text]).size;

/**
 * Each page has a queue of its own in localStorage, so that tabs never overwrite one another.
 * @param allowed whether anything may be kept: what waits when the visitor opts out, here or in another tab, is forgotten
 */
export function createQueue(store: Store, key: string, allowed: () => boolean): Queue {
  const family = `${queuePrefix}${key}_`;
  const name = family + randomId();
  let items: Item[] = [];
  /** Time in ms; 0 when this queue is given away. */
  let ownedUntil = Infinity;
  let saving: number | undefined;

  /** After a time in which other pages were free to take this queue over, what is no longer there is theirs. */
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
  // A page on its way into the cache of the back button may still get an answer. Its queue stays given away.
  const save = (waitMs?: number): void => (ownedUntil === 0 ? saveUntil(0) : own(waitMs));

  return {
    push(path, id, json) {
      items.push({ path, id, json, tried: 0 });
      if (items.length > mostItems) {
        warn(`more than ${mostItems} events are queued; the oldest are dropped`);
        items = items.slice(-mostItems);
      }
      // Once for all that a page tracks in one go.
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
    giveAway: () => saveUntil(0),
    takeBack: () => own(),
    clear() {
      items = [];
      save();
    },
  };
}
