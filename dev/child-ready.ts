import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from './child';
import { unexpectedEnd } from './supervisor';

/** The message of a child process with an IPC channel that it is ready. */
export interface ReadyMessage {
  type: 'ready';
  [detail: string]: unknown;
}

/**
 * Waits for a child's ready message.
 *
 * @throws PartFailedError if the child ends first; Error after `timeoutMs`.
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
    throw new Error(`${child.name} was not ready within ${timeoutMs / 1_000} s. See its log: ${child.logFile}.`);
  });
  // The other promises settle after the race.
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
