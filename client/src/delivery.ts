import { ApexError } from './apex-error';
import { createEventQueue } from './event-queue';
import { createFlushes } from './flushes';
import { createPersistentSender } from './persistent-sender';
import type { SendSettings } from './send-batch';
import { createSendLoop } from './send-loop';
import { eventOf, queuedEvent, type QueuedEvent, type TrackedEvent } from './tracked-event';

export interface DeliverySettings extends SendSettings {
  flushIntervalMs: number;
  maxBatch: number;
  maxQueue: number;
  onError: (error: ApexError, event: TrackedEvent) => void;
}

/** Delivers events to the service: in order, at least once, one request at a time. */
export interface Delivery {
  /** Never throws: an event that cannot be accepted goes to `onError`. */
  track(event: TrackedEvent): void;
  /** @throws DeliveryError */
  flush(timeoutMs: number): Promise<void>;
  /** @throws DeliveryError */
  close(timeoutMs: number): Promise<void>;
}

export function createDelivery(settings: DeliverySettings): Delivery {
  const queue = createEventQueue(settings.maxBatch);
  const sender = createPersistentSender(settings);
  const flushes = createFlushes(queue.pending, sender.lastError);
  const fail = failureReport(settings, flushes);
  const loop = createSendLoop({ queue, sender, flushIntervalMs: settings.flushIntervalMs, settle });
  let tracked = 0;
  let closing: Promise<void> | undefined;

  return {
    track(event) {
      tracked += 1;
      try {
        if (closing !== undefined) throw refusal('CLOSED', 'The client is closed.');
        if (queue.pending.length >= settings.maxQueue)
          throw refusal('QUEUE_FULL', 'Too many events wait to be stored.');
        queue.add(queuedEvent(event, tracked));
      } catch (error) {
        return fail(tracked, event, error as ApexError);
      }
      loop.added();
    },
    flush,
    close(timeoutMs) {
      closing ??= flush(timeoutMs).finally(abandon);
      sender.hurry();
      return closing;
    },
  };

  function flush(timeoutMs: number): Promise<void> {
    const settled = flushes.wait(tracked, timeoutMs);
    loop.sendAll();
    return settled;
  }

  function settle(batch: readonly QueuedEvent[], refused: ReadonlyMap<QueuedEvent, ApexError>): void {
    queue.remove(batch.length);
    for (const [event, error] of refused) fail(event.number, eventOf(event), error);
    flushes.progressed();
  }

  /** An open request may still be stored; its result is not reported. */
  function abandon(): void {
    const error = refusal('CLOSED', 'The client was closed before the event was stored.', sender.lastError());
    const abandoned = [...queue.pending];
    sender.stop();
    settle(abandoned, new Map(abandoned.map((event) => [event, error])));
  }
}

/** Reports an event that will not be stored, and continues even if `onError` throws. */
function failureReport({ onError }: DeliverySettings, flushes: ReturnType<typeof createFlushes>) {
  return (number: number, event: TrackedEvent, error: ApexError): void => {
    flushes.failed(number, { event, error });
    try {
      onError(error, event);
    } catch (thrown) {
      process.emitWarning(`onError of the Apex client threw: ${String(thrown)}`, 'ApexWarning');
    }
  };
}

const refusal = (code: string, message: string, cause?: ApexError): ApexError =>
  new ApexError({ status: 0, code, message, cause });
