/** When commands to Temporal are tried again, in seconds. */

const longestRetrySeconds = 60;
const longestPauseSeconds = 30;

/** 1 s after the first failure, doubling, one minute at most. @param attempts before the one that failed */
export const retryDelaySeconds = (attempts: number): number => Math.min(longestRetrySeconds, 2 ** attempts);

/**
 * How long a kind of command pauses when Temporal limits its rate: from 1 s, doubling, 30 s at most, of which up to half is left out at
 * random, so that workers do not come back together.
 * @param pauses before this one without a success between them
 * @param random 0 to 1
 */
export const pauseSeconds = (pauses: number, random: number): number =>
  Math.min(longestPauseSeconds, 2 ** pauses) * (1 - random / 2);
