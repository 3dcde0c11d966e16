import { ApexError } from './apex-error';
import { eventOf, type DeliveryFailure, type QueuedEvent } from './tracked-event';

/** The error of `flush` and `close`: the events that were refused or are not stored yet. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /**
   * In the order of tracking. Events with the code `NOT_STORED_YET` are retried after a `flush`, but not after `close`.
   */
  readonly failures: DeliveryFailure[];

  constructor(failures: DeliveryFailure[]) {
    const count = failures.length === 1 ? '1 event was' : `${failures.length} events were`;
    super(`${count} not stored: ${failures[0]?.error.message ?? ''}`, { cause: failures[0]?.error });
    this.failures = failures;
  }
}

/** The flushes that wait for events to be settled. */
export interface Flushes {
  /**
   * Resolves when no event up to the number is pending.
   * @throws DeliveryError if some were refused since the last flush, or are still pending after `timeoutMs`
   */
  wait(upTo: number, timeoutMs: number): Promise<void>;
  failed(number: number, failure: DeliveryFailure): void;
  /** Call it whenever events are no longer pending. */
  progressed(): void;
}

interface Flush {
  upTo: number;
  failures: DeliveryFailure[];
  end(): void;
}

/** Number of failures kept for a flush that may never happen. */
const maxKept = 100;

export function createFlushes(pending: readonly QueuedEvent[], lastError: () => ApexError | undefined): Flushes {
  const flushes = new Set<Flush>();
  let unreported: DeliveryFailure[] = [];

  const isPending = ({ upTo }: Flush): boolean => pending[0] !== undefined && pending[0].number <= upTo;

  return {
    wait(upTo, timeoutMs) {
      const failures = unreported;
      unreported = [];
      return new Promise((resolve, reject) => {
        // Keeps the process alive, unlike the timers of the delivery.
        const timer = setTimeout(() => flush.end(), timeoutMs);
        const flush: Flush = {
          upTo,
          failures,
          end() {
            clearTimeout(timer);
            flushes.delete(flush);
            const due = pending.filter(({ number }) => number <= upTo);
            failures.push(...due.map((queued) => ({ event: eventOf(queued), error: notStoredYet(lastError()) })));
            if (failures.length === 0) resolve();
            else reject(new DeliveryError(failures));
          },
        };
        flushes.add(flush);
        if (!isPending(flush)) flush.end();
      });
    },
    failed(number, failure) {
      const waiting = [...flushes].filter(({ upTo }) => number <= upTo);
      for (const { failures } of waiting) failures.push(failure);
      if (waiting.length === 0) unreported = [...unreported.slice(1 - maxKept), failure];
    },
    progressed() {
      for (const flush of flushes) if (!isPending(flush)) flush.end();
    },
  };
}

function notStoredYet(cause: ApexError | undefined): ApexError {
  const message = `Not stored in time. ${cause?.message ?? 'The service has not answered yet.'}`;
  return new ApexError({ status: cause?.status ?? 0, code: 'NOT_STORED_YET', message, cause });
}
