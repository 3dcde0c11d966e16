/**
 * Returns a function that returns whether it was called more often than a number of times within a second. Only a timer
 * starts the next second, because a page that never lets timers run is in an endless loop.
 */
export function limitRate(): (most: number) => boolean {
  let count = 0;
  return (most) => {
    if (count++ === 0) setTimeout(() => (count = 0), 1_000);
    return count > most;
  };
}
