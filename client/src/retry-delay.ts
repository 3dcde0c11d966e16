const firstMs = 500;
const longestMs = 30_000;
/** A longer delay is a mistake of the service; one retry per hour is harmless. */
const maxRequestedDelayMs = 3_600_000;

/**
 * Returns the delay in milliseconds after this number of consecutive failures: half a second, doubled each time, up to
 * half a minute. A random part of up to half of it is subtracted, so that clients do not retry together. The delay
 * required by the service is added.
 * @param random 0 to 1
 */
export function retryDelayMs(failures: number, requestedDelayMs: number, random: () => number): number {
  const backOff = Math.min(longestMs, firstMs * 2 ** (failures - 1));
  return Math.min(requestedDelayMs, maxRequestedDelayMs) + backOff * (0.5 + random() / 2);
}

/**
 * Returns the milliseconds of a Retry-After header, which is in seconds or a date (RFC 9110, 10.2.3); 0 without one.
 */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null) return 0;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
  return ms > 0 ? ms : 0;
}
