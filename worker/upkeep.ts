import { setMaxListeners } from 'node:events';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Database } from '../db/connection/pool';
import { withUpkeepLocked } from '../operations/upkeep/with-upkeep-locked';

/**
 * Restores what Temporal lost, even everything, while the worker runs. It uses a timer of the worker, because schedules
 * and workflows may be lost, too.
 */
export interface Upkeep {
  /** Aborts the running requests to Temporal, and stops. */
  stop(): Promise<void>;
}

export interface UpkeepOptions {
  client: Client;
  database: Database;
  logger: Logger;
  /** Milliseconds between rounds. */
  everyMs: number;
  /** Milliseconds after a failed round, short enough to continue soon after Temporal is back. 5,000 by default. */
  retryMs?: number;
  /**
   * Tasks in order: later tasks need what earlier tasks restore. Each must be idempotent and safe to run concurrently.
   */
  tasks: Readonly<Record<string, () => Promise<unknown>>>;
}

/** Starts with a round immediately. Only one process runs a round at a time; the others skip theirs. */
export function startUpkeep(options: UpkeepOptions): Upkeep {
  const { logger, everyMs, retryMs = 5_000 } = options;
  const stopping = new AbortController();
  const finished = (async () => {
    while (!stopping.signal.aborted) {
      const isDone = await runRound(options, stopping.signal).catch((error: unknown) => {
        logger.warn({ err: error }, 'Temporal upkeep round failed; retrying');
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

/**
 * Runs all tasks, even if one fails.
 * @returns whether all tasks succeeded
 */
async function runRound({ client, database, logger, tasks }: UpkeepOptions, signal: AbortSignal): Promise<boolean> {
  const isOurRoundDone = await withUpkeepLocked({ database }, async () => {
    let isDone = true;
    for (const [task, work] of Object.entries(tasks)) {
      if (signal.aborted) break;
      try {
        await withOwnSignal(signal, (own) => client.withAbortSignal(own, work));
      } catch (error) {
        isDone = false;
        if (!signal.aborted) logger.warn({ err: error, task }, 'Temporal upkeep task failed; retrying');
      }
    }
    return isDone;
  });
  return isOurRoundDone ?? true;
}

/** Completed calls stay listeners of their signal. Each task gets its own signal, so that they are released with it. */
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
