import type { Outcome } from '../journeys/plan';
import type { CallFailureReason } from './call-failures';

/** Decides which webhook calls are retried, and when. */

/**
 * The result of one try. `retryAfter` is the raw header. An `unanswered` request may have reached the receiver. A
 * `refused` request was not sent and is not retried.
 */
export type TryResult =
  | { kind: 'answered'; status: number; retryAfter?: string }
  | { kind: 'unanswered'; reason: CallFailureReason }
  | { kind: 'refused'; reason: 'egress_refused' };

export interface Tries {
  /** The number of tries so far, including the last one. */
  made: number;
  /** Milliseconds since the first try started. */
  sinceFirstMs: number;
}

export type Verdict =
  | { kind: 'settled'; outcome: Extract<Outcome, { kind: 'delivered' | 'failed' }> }
  /** `reason` is the step's failure reason if no later try succeeds. */
  | { kind: 'retry'; reason: string; afterMs: number };

export const maxTries = 6;
/** The latest start of a try, in milliseconds after the start of the first. */
export const triesWithinMs = 300_000;
/** The delay before the second try, in milliseconds. Each later delay is twice the previous one. */
const firstDelayMs = 4_000;

const retriedStatuses = new Set([408, 425, 429]);
/** Status codes for which Retry-After delays the next try (RFC 6585, RFC 9110). */
const waitingStatuses = new Set([429, 503]);

/**
 * Decides what the result of a try means for its step. Any 2xx status is delivered. No answer, 408, 425, 429 and 5xx
 * are retried, with at most six tries within five minutes. Everything else fails, including redirects. A Retry-After
 * beyond the five minutes ends the tries immediately.
 * @param now the time with which a Retry-After date is compared
 */
export function classifyTry(result: TryResult, tries: Tries, now: Date): Verdict {
  if (result.kind === 'answered' && result.status >= 200 && result.status < 300) {
    return { kind: 'settled', outcome: { kind: 'delivered' } };
  }
  const reason = result.kind === 'answered' ? `http_${result.status}` : result.reason;
  const afterMs = isRetried(result) ? delayMs(result, tries.made, now) : null;
  if (afterMs === null || tries.made >= maxTries || tries.sinceFirstMs + afterMs > triesWithinMs) {
    return { kind: 'settled', outcome: { kind: 'failed', reason } };
  }
  return { kind: 'retry', reason, afterMs };
}

function isRetried(result: TryResult): boolean {
  if (result.kind === 'answered') return result.status >= 500 || retriedStatuses.has(result.status);
  return result.kind === 'unanswered';
}

function delayMs(result: TryResult, made: number, now: Date): number {
  const backoffMs = firstDelayMs * 2 ** (made - 1);
  if (result.kind !== 'answered' || !waitingStatuses.has(result.status)) return backoffMs;
  return Math.max(backoffMs, retryAfterMs(result.retryAfter, now));
}

/** Parses Retry-After as seconds or as a date (RFC 9110, section 10.2.3). Returns milliseconds; 0 if it is neither. */
function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,10}\s*$/.test(header)) return Number(header) * 1_000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now.getTime());
}
