const firstMs = 500;
const longestMs = 30_000;
/** A service that asks for more is mistaken; asking it once an hour costs it nothing. */
const maxRequestedDelayMs = 3_600_000;

/**
 * Milliseconds to wait after so many failures in a row: half a second, doubled each time, up to half a minute, of which a random
 * part up to the half is left out so that clients do not return together. What the service asks for is waited first.
 * @param random 0 to 1
 */
export function retryDelayMs(failures: number, requestedDelayMs: number, random: () => number): number {
  const backOff = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return Math.min(requestedDelayMs, maxRequestedDelayMs) + backOff * (0.5 + random() / 2);
}

/** Milliseconds of a Retry-After header, which is in seconds or a date (RFC 9110, 10.2.3); 0 without one. */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
  return ms > 0 ? ms : 0;
}
