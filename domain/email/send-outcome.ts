import type { Outcome } from '../journeys/plan';

/** Maps a settled send to the outcome of its step. */
export function sendOutcome(send: {
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';
  failure: string | null;
}): Outcome {
  if (send.status === 'sent') return { kind: 'sent' };
  return { kind: 'failed', reason: send.failure ?? 'outcome_unknown' };
}
