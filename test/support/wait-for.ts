import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  timeoutMs?: number;
  /**
   * Interval between the first probes. Later intervals are up to five times as long, because each probe takes time from
   * the work.
   */
  intervalMs?: number;
  /** What is awaited, for the error message. */
  what?: string;
}

/**
 * Repeats a probe until its result is truthy, and returns it. A probe that throws counts as "not yet".
 *
 * @throws Error after `timeoutMs`, with the last result or error. The default of five minutes is a limit for what never
 *   happens, on the slowest machines.
 */
export async function waitFor<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = 300_000, intervalMs = 50, what = 'the expected state' }: WaitOptions = {},
): Promise<Exclude<Awaited<T>, false | null | undefined | 0 | ''>> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = intervalMs; ; pauseMs = Math.min(pauseMs * 1.2, 5 * intervalMs)) {
    let last: unknown;
    try {
      const response = await probe();
      if (response) return response as Exclude<Awaited<T>, false | null | undefined | 0 | ''>;
      last = response;
    } catch (error) {
      last = error;
    }
    if (Date.now() >= deadline)
      throw new Error(`Waited ${timeoutMs} ms for ${what}; last: ${String(last)}`, { cause: last });
    await delay(pauseMs);
  }
}
