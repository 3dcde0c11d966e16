import type { ApexError } from './apex-error';
import { retryDelayMs } from './retry-delay';
import { sendBatch, type SendOutcome, type SendSettings } from './send-batch';
import type { QueuedEvent } from './tracked-event';

/** Retries a batch until the service accepts or refuses it. Sends one batch at a time. */
export interface PersistentSender {
  /** Returns `undefined` if `stop` ended it. */
  send(batch: readonly QueuedEvent[]): Promise<Exclude<SendOutcome, { kind: 'again' }> | undefined>;
  /** Ends a pause between two attempts, unless the service required it. */
  hurry(): void;
  /** Stops the current batch permanently. */
  stop(): void;
  /** Returns the error of the latest attempt; `undefined` after the service has accepted or refused the batch. */
  lastError(): ApexError | undefined;
}

/** The service remembers a messageId for 24 h, so a later retry could be stored twice. */
const retryForMs = 23 * 3_600_000;

export function createPersistentSender(settings: SendSettings): PersistentSender {
  let stopped = false;
  let failures = 0;
  let lastError: ApexError | undefined;
  let attempt = new AbortController();
  let pausing: { isRequested: boolean; end: () => void } | undefined;

  return {
    async send(batch) {
      const startedAt = Date.now();
      while (!stopped) {
        attempt = new AbortController();
        const outcome = await sendBatch(settings, batch, attempt);
        if (stopped) break;
        if (outcome.kind !== 'again') {
          failures = 0;
          lastError = undefined;
          return outcome;
        }
        failures += 1;
        const { error, retryAfterMs } = outcome;
        lastError = error;
        if (Date.now() - startedAt > retryForMs) {
          return { kind: 'settled', refused: new Map(batch.map((event) => [event, error])) };
        }
        await pause(retryAfterMs);
      }
      return undefined;
    },
    hurry() {
      failures = 0;
      if (pausing?.isRequested === false) pausing.end();
    },
    stop() {
      stopped = true;
      attempt.abort();
      pausing?.end();
    },
    lastError: () => lastError,
  };

  async function pause(requestedDelayMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, retryDelayMs(failures, requestedDelayMs, Math.random)).unref();
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      pausing = { isRequested: requestedDelayMs > 0, end };
    });
    pausing = undefined;
  }
}
