import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  timeoutMs?: number;
  /** Between the first probes; later ones are up to five times as far apart, as each takes time from what is waited for. */
  intervalMs?: number;
  /** What is waited for, for the message. */
  what?: string;
}

/**
 * Asks again and again until the answer is truthy, and returns it. A probe that throws counts as "not yet".
 *
 * @throws Error after `timeoutMs` (five minutes by default: a limit for what never happens, on the slowest of machines), with the last answer or error.
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
