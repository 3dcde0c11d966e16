import type { Outcome } from '../journeys/advance';
import type { CallFailureReason } from './call-failures';

/** Which tries of a webhook are repeated, and when (contract, section 10). */

/**
 * What came of one try. `retryAfter` is the header as it came. `unanswered` may have reached the receiver; `refused` was not
 * sent, and never will be.
 */
export type TryResult =
  | { kind: 'answered'; status: number; retryAfter?: string }
  | { kind: 'unanswered'; reason: CallFailureReason }
  | { kind: 'refused'; reason: 'egress_refused' };

export interface Tries {
  /** Tries that were made, the last one included. */
  made: number;
  /** Milliseconds since the first one began. */
  sinceFirstMs: number;
}

export type Verdict =
  | { kind: 'settled'; outcome: Extract<Outcome, { kind: 'delivered' | 'failed' }> }
  /** `reason` is what the step fails with if nothing comes of the tries that are left. */
  | { kind: 'retry'; reason: string; afterMs: number };

export const mostTries = 6;
/** No try begins later than this after the first one, milliseconds. */
export const triesWithinMs = 300_000;
/** Before the second try, milliseconds; each further delay is twice the one before. */
const firstDelayMs = 4_000;

const retriedStatuses = new Set([408, 425, 429]);
/** Answers whose Retry-After says when the receiver wants to be asked again (RFC 6585, RFC 9110). */
const waitingStatuses = new Set([429, 503]);

/**
 * What a try's result means for its step. Any 2xx is delivered. No answer, 408, 425, 429 and 5xx are tried again, up to six
 * times within five minutes; everything else, a redirect too, has failed. A Retry-After that leads out of the five minutes
 * ends the tries at once.
 * @param now what a Retry-After with a date is compared with
 */
export function classifyTry(result: TryResult, tries: Tries, now: Date): Verdict {
  if (result.kind === 'answered' && result.status >= 200 && result.status < 300) {
    return { kind: 'settled', outcome: { kind: 'delivered' } };
  }
  const reason = result.kind === 'answered' ? `http_${result.status}` : result.reason;
  const afterMs = isRetried(result) ? delayMs(result, tries.made, now) : null;
  if (afterMs === null || tries.made >= mostTries || tries.sinceFirstMs + afterMs > triesWithinMs) {
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

/** Milliseconds that a Retry-After asks for, by seconds or by a date (RFC 9110, section 10.2.3); 0 when it says neither. */
function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,10}\s*$/.test(header)) return Number(header) * 1_000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now.getTime());
}
