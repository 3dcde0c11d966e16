/**
 * Returns a function that checks whether it was called more than `most` times within a second. A timer starts the next
 * second, so a page in an endless loop, where timers never run, reaches the limit.
 */
export function limitRate(): (most: number) => boolean {
  let count = 0;
  return (most) => {
    if (count++ === 0) setTimeout(() => (count = 0), 1_000);
    return count > most;
  };
}
