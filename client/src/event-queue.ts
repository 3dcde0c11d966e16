import { mostBatchBytes, type QueuedEvent } from './tracked-event';

/** Events in the order of tracking, from the oldest that is not settled. */
export interface EventQueue {
  readonly pending: readonly QueuedEvent[];
  add(event: QueuedEvent): void;
  /** Whether the events fill a request. */
  isFull(): boolean;
  /** The oldest events, as many as one request takes, and at least one. They stay pending. */
  nextBatch(): QueuedEvent[];
  /** Takes the oldest events away. */
  remove(count: number): void;
  /** Requests are at most half as large as the batch from now on. */
  shrink(batch: readonly QueuedEvent[]): void;
}

export function createEventQueue(maxBatch: number): EventQueue {
  const pending: QueuedEvent[] = [];
  let pendingBytes = 0;
  let mostBytes = mostBatchBytes;
  return {
    pending,
    add(event) {
      pending.push(event);
      pendingBytes += event.bytes;
    },
    isFull: () => pending.length >= maxBatch || pendingBytes >= mostBytes,
    nextBatch() {
      let bytes = 0;
      const end = pending.findIndex((event, index) => {
        bytes += event.bytes;
        return index >= maxBatch || (index > 0 && bytes > mostBytes);
      });
      return pending.slice(0, end === -1 ? undefined : end);
    },
    remove(count) {
      pendingBytes -= sizeOf(pending.splice(0, count));
    },
    shrink(batch) {
      mostBytes = Math.ceil(sizeOf(batch) / 2);
    },
  };
}

const sizeOf = (events: readonly QueuedEvent[]): number => events.reduce((sum, { bytes }) => sum + bytes, 0);
