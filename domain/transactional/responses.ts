import type { SendMode } from './sandbox';

/** The recorded reason of a permanently failed send. */
export type FailureReason = 'suppressed' | 'bounce' | 'rejected' | 'unsupported_address' | 'outcome_unknown';

/** A final response of the send route, stored for repeated requests. It contains no content. */
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
    message:
      'The recipient is on the suppression list. Nothing was sent. An admin can remove the address from the list.',
  },
  bounce: { code: 'bounce', message: 'The message bounced (simulated). The address does not accept mail.' },
  rejected: {
    code: 'send_failed',
    message:
      'The delivery provider rejected the message permanently. Nothing was sent. Check the address and the sender.',
  },
  unsupported_address: {
    code: 'send_failed',
    message:
      'The delivery provider does not support addresses with letters outside ASCII before the "@". Nothing was sent. ' +
      'Use another address.',
  },
  outcome_unknown: {
    code: 'send_failed',
    message:
      'Outcome unknown: the delivery provider may have accepted the message, but did not confirm it. It is not ' +
      'sent again. To send it anyway, use another Idempotency-Key.',
  },
};

export const failedResponse = (reason: FailureReason): FinalResponse => ({
  status: 422,
  body: { error: failures[reason] },
});
