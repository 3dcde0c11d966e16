const dayMs = 86_400_000;

/** Longer than any file of `npm test` takes: the longest took 341 s beside other loads. Less than `testTimeout`, which holds for hooks. */
const marginMs = 8 * 60_000;

/**
 * Reports, retention and imports count days, and a file that lives through a midnight of UTC has two todays.
 * @returns milliseconds until the next day where that is near, and 0 elsewhere
 */
export function untilDayHasEnded(nowMs: number): number {
  const leftMs = dayMs - (nowMs % dayMs);
  return leftMs > marginMs ? 0 : leftMs;
}
