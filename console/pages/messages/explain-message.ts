import { explainReason } from '../../../domain/journeys/explain-reason';
import type { MessageKind, MessageState } from '../../../domain/messages/message-log';

export const kindWords: Record<MessageKind, string> = {
  journey: 'Journey',
  transactional: 'Transactional',
  notice: 'Notice to a member',
};

/** Reasons that only messages outside of journeys have. */
const reasons: Readonly<Record<string, { meaning: string; remedy?: string }>> = {
  suppressed: {
    meaning: 'The address is suppressed, so nothing was sent.',
    remedy: 'Release the address on the Suppressions page if it works again.',
  },
  cause_gone: { meaning: 'The reason for this notice, such as an invitation, no longer exists.' },
  not_accepted: {
    meaning: 'The email provider did not accept the message.',
    remedy: 'The caller can repeat the request with the same Idempotency-Key.',
  },
  abandoned: { meaning: 'The process that was sending the message stopped before it called the provider.' },
  bounce: { meaning: 'A simulated bounce of the sandbox.' },
};

/** Explains why a message was skipped or failed, or why it waits. */
export const explainMessage = (reason: string): { meaning: string; remedy?: string | undefined } =>
  reasons[reason] ?? explainReason(reason);

export const stateMeanings: Record<MessageState, string> = {
  queued: 'Not sent yet',
  sent: 'Accepted by the email provider',
  delivered: 'Accepted by the receiving server',
  bounced: 'Returned by the receiving server',
  complained: 'Reported as spam',
  skipped: 'Not sent on purpose',
  failed: 'Not sent',
  unknown: 'The provider may have accepted it',
};
