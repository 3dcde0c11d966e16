import { maxBatchBytes, type QueuedEvent } from './tracked-event';

/** Events in the order of tracking, starting with the oldest unsettled one. */
export interface EventQueue {
  readonly pending: readonly QueuedEvent[];
  add(event: QueuedEvent): void;
  /** Returns whether the events fill a request. */
  isFull(): boolean;
  /** Returns the oldest events that fit into one request, at least one. They stay pending. */
  nextBatch(): QueuedEvent[];
  /** Removes the oldest events. */
  remove(count: number): void;
  /** Limits requests to half the size of the batch from now on. */
  shrink(batch: readonly QueuedEvent[]): void;
}

export function createEventQueue(maxBatch: number): EventQueue {
  const pending: QueuedEvent[] = [];
  let pendingBytes = 0;
  let maxBytes = maxBatchBytes;
  return {
    pending,
    add(event) {
      pending.push(event);
      pendingBytes += event.bytes;
    },
    isFull: () => pending.length >= maxBatch || pendingBytes >= maxBytes,
    nextBatch() {
      let bytes = 0;
      const end = pending.findIndex((event, index) => {
        bytes += event.bytes;
        return index >= maxBatch || (index > 0 && bytes > maxBytes);
      });
      return pending.slice(0, end === -1 ? undefined : end);
    },
    remove(count) {
      pendingBytes -= sizeOf(pending.splice(0, count));
    },
    shrink(batch) {
      maxBytes = Math.ceil(sizeOf(batch) / 2);
    },
  };
}

const sizeOf = (events: readonly QueuedEvent[]): number => events.reduce((sum, { bytes }) => sum + bytes, 0);
