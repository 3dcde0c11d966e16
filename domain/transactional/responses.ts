import type { SendMode } from './sandbox';

/** Why a send failed for good, as it is recorded. */
export type FailureReason = 'suppressed' | 'bounce' | 'rejected' | 'outcome_unknown';

/** A final answer of the send route, as it is kept for repeats. It holds no content. */
export interface FinalResponse {
  status: 200 | 422;
  body: SentBody | FailedBody;
}

export interface SentBody {
  id: string;
  message_id: string;
  status: 'sent';
  mode: SendMode;
}

export interface FailedBody {
  error: { code: 'suppressed' | 'bounce' | 'send_failed'; message: string };
}

export const sentResponse = (id: string, messageId: string, mode: SendMode): FinalResponse => ({
  status: 200,
  body: { id, message_id: messageId, status: 'sent', mode },
});

const failures: Record<FailureReason, FailedBody['error']> = {
  suppressed: {
    code: 'suppressed',
    message: 'The recipient is on the suppression list: nothing was sent. An admin may take the address off it.',
  },
  bounce: { code: 'bounce', message: 'The message bounced (simulated): the address does not take mail.' },
  rejected: {
    code: 'send_failed',
    message: 'The delivery provider refused the message for good: nothing was sent. Check the address and the sender.',
  },
  outcome_unknown: {
    code: 'send_failed',
    message:
      'Outcome unknown: the delivery provider may have accepted the message before its answer was lost. It is not sent ' +
      'again; to send it regardless, use another Idempotency-Key.',
  },
};

export const failedResponse = (reason: FailureReason): FinalResponse => ({
  status: 422,
  body: { error: failures[reason] },
});
