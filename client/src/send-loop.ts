import type { EventQueue } from './event-queue';
import type { PersistentSender } from './persistent-sender';
import type { SendOutcome } from './send-batch';
import type { QueuedEvent } from './tracked-event';

type Settled = Extract<SendOutcome, { kind: 'settled' }>;

/** Decides when queued events are sent: when they fill a request, or have waited long enough. */
export interface SendLoop {
  /** Call it after adding an event to the queue. */
  added(): void;
  /** Sends everything that is in the queue now. */
  sendAll(): void;
}

export function createSendLoop(options: {
  queue: EventQueue;
  sender: PersistentSender;
  /** Milliseconds that an event waits for others. */
  flushIntervalMs: number;
  settle: (batch: readonly QueuedEvent[], refused: Settled['refused']) => void;
}): SendLoop {
  const { queue, sender, flushIntervalMs, settle } = options;
  /** Events up to this number are due, even if they do not fill a request. */
  let dueUpTo = 0;
  let running = false;
  let gathering: NodeJS.Timeout | undefined;

  return {
    added() {
      if (queue.isFull()) void run();
      else gather();
    },
    sendAll,
  };

  function gather(): void {
    // Waiting events do not keep the process alive.
    gathering ??= setTimeout(sendAll, flushIntervalMs).unref();
  }

  function sendAll(): void {
    clearTimeout(gathering);
    gathering = undefined;
    dueUpTo = queue.pending.at(-1)?.number ?? dueUpTo;
    void run();
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    while (queue.isFull() || isDue(queue.pending[0])) {
      const batch = queue.nextBatch();
      const outcome = await sender.send(batch);
      if (outcome?.kind === 'settled') settle(batch, outcome.refused);
      else if (outcome?.kind === 'too_large') queue.shrink(batch);
    }
    running = false;
    if (queue.pending.length > 0) gather();
  }

  function isDue(event: QueuedEvent | undefined): boolean {
    return event !== undefined && event.number <= dueUpTo;
  }
}
