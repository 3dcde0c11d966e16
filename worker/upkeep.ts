import { setMaxListeners } from 'node:events';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Database } from '../db/connection/pool';
import { withUpkeepLocked } from '../operations/upkeep/with-upkeep-locked';

/**
 * Puts back what Temporal has lost, also all of it, while the worker runs. By a timer of the worker, as schedules and workflows may
 * be what was lost.
 */
export interface Upkeep {
  /** Breaks off what is asked of Temporal, and stops. */
  stop(): Promise<void>;
}

export interface UpkeepOptions {
  client: Client;
  database: Database;
  logger: Logger;
  /** Between rounds. */
  everyMs: number;
  /** After a round that failed, so that Temporal is looked at soon after it is back; 5,000 unless given. */
  retryMs?: number;
  /** In this order: what a later one needs, an earlier one puts back. Each may be repeated, and done by several at once. */
  tasks: Readonly<Record<string, () => Promise<unknown>>>;
}

/** Begins with a round at once. Of several processes, one does a round at a time; the others leave theirs out. */
export function startUpkeep(options: UpkeepOptions): Upkeep {
  const { logger, everyMs, retryMs = 5_000 } = options;
  const stopping = new AbortController();
  const finished = (async () => {
    while (!stopping.signal.aborted) {
      const isDone = await runRound(options, stopping.signal).catch((error: unknown) => {
        logger.warn({ err: error }, 'a round of the upkeep of Temporal failed; it is tried again');
        return false;
      });
      await pause(isDone ? everyMs : Math.min(everyMs, retryMs), stopping.signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

/** A task that fails does not keep the others from being done. @returns whether none has failed */
async function runRound({ client, database, logger, tasks }: UpkeepOptions, signal: AbortSignal): Promise<boolean> {
  const isOurRoundDone = await withUpkeepLocked(database, async () => {
    let isDone = true;
    for (const [task, work] of Object.entries(tasks)) {
      if (signal.aborted) break;
      try {
        await withOwnSignal(signal, (own) => client.withAbortSignal(own, work));
      } catch (error) {
        isDone = false;
        if (!signal.aborted)
          logger.warn({ err: error, task }, 'a task of the upkeep of Temporal failed; it is tried again');
      }
    }
    return isDone;
  });
  return isOurRoundDone ?? true;
}

/** A call that is done stays a listener of the signal it was given: each task has one of its own, and they go with it. */
async function withOwnSignal(signal: AbortSignal, run: (own: AbortSignal) => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const abort = (): void => controller.abort();
  signal.addEventListener('abort', abort);
  try {
    await run(controller.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
