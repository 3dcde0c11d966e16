/** Returns a function that returns whether it was called more often than a number of times within a second. */
export function limitRate(): (most: number) => boolean {
  let start = 0;
  let count = 0;
  return (most) => {
    const now = performance.now();
    if (now - start > 1_000) [start, count] = [now, 0];
    return ++count > most;
  };
}
