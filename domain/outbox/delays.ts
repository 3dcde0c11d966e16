/** Delays before commands to Temporal are retried, in seconds. */

const longestRetrySeconds = 60;
const longestPauseSeconds = 30;

/**
 * Returns the delay: 1 s after the first failure, then doubling to at most one minute.
 * @param attempts before the failed one
 */
export const retryDelaySeconds = (attempts: number): number => Math.min(longestRetrySeconds, 2 ** attempts);

/**
 * Returns how long a kind of command pauses when Temporal limits its rate: 1 s, then doubling to at most 30 s. Up to
 * half is subtracted at random, so that workers do not resume at the same time.
 * @param pauses consecutive pauses before this one, without a success between them
 * @param random 0 to 1
 */
export const pauseSeconds = (pauses: number, random: number): number =>
  Math.min(longestPauseSeconds, 2 ** pauses) * (1 - random / 2);
