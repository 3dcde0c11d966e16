const dayMs = 86_400_000;

/**
 * Longer than any file of `npm test` takes: the longest took 341 s under other load. Less than `testTimeout`, which
 * also applies to hooks.
 */
const marginMs = 8 * 60_000;

/**
 * Reports, retention and imports count days, so a file that runs past midnight UTC would see two dates.
 * @returns milliseconds until the next day if it is near, otherwise 0
 */
export function untilDayHasEnded(nowMs: number): number {
  const leftMs = dayMs - (nowMs % dayMs);
  return leftMs > marginMs ? 0 : leftMs;
}
