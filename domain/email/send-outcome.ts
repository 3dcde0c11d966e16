import type { Outcome } from '../journeys/advance';

/** What a settled send means for the step that made it. */
export function sendOutcome(send: {
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';
  failure: string | null;
}): Outcome {
  if (send.status === 'sent') return { kind: 'sent' };
  return { kind: 'failed', reason: send.failure ?? 'outcome_unknown' };
}
