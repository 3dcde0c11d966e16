import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from './child';
import { unexpectedEnd } from './supervisor';

/** The message by which a child process with an IPC channel says that it serves. */
export interface ReadyMessage {
  type: 'ready';
  [detail: string]: unknown;
}

/**
 * Waits for a child's ready message.
 *
 * @throws PartFailedError when the child ends first; Error after `timeoutMs`.
 */
export async function untilChildReady(child: Child, timeoutMs: number): Promise<ReadyMessage> {
  const timeout = new AbortController();
  const ready = new Promise<ReadyMessage>((resolve) => {
    child.process.on('message', (message) => {
      if (isReady(message)) resolve(message);
    });
  });
  const ended = child.exited.then((exit) => {
    throw unexpectedEnd(child, exit);
  });
  const timedOut = delay(timeoutMs, undefined, { signal: timeout.signal }).then(() => {
    throw new Error(`${child.name} was not ready within ${timeoutMs / 1_000} s. Its log is ${child.logFile}.`);
  });
  // The losers of the race end later, after the promise is settled.
  ended.catch(() => undefined);
  timedOut.catch(() => undefined);
  try {
    return await Promise.race([ready, ended, timedOut]);
  } finally {
    timeout.abort();
  }
}

function isReady(message: unknown): message is ReadyMessage {
  return typeof message === 'object' && message !== null && (message as { type?: unknown }).type === 'ready';
}
