/** The states of a message, in the order in which they replace each other. */
export const messageStates = [
  'queued',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'skipped',
  'failed',
  'unknown',
] as const;

export type MessageState = (typeof messageStates)[number];

export const messageKinds = ['journey', 'transactional', 'notice'] as const;

/** `journey`: by a step of a journey. `notice`: to a member or an invited person. */
export type MessageKind = (typeof messageKinds)[number];

/** Failures of sends that were not attempted on purpose. */
export const skipFailures = ['suppressed', 'cause_gone'] as const;

/** The data of a send that its state depends on. */
export interface SendFacts {
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';
  failure: string | null;
  deliveredAt: Date | null;
  bouncedAt: Date | null;
  complainedAt: Date | null;
}

/** Returns the state of a send. The filters in db/messages/sent-messages.ts mirror it; a test compares them. */
export function stateOfSend({ status, failure, deliveredAt, bouncedAt, complainedAt }: SendFacts): MessageState {
  if (complainedAt !== null) return 'complained';
  if (bouncedAt !== null) return 'bounced';
  if (deliveredAt !== null) return 'delivered';
  if (status === 'queued' || status === 'sending') return 'queued';
  return status === 'failed' && isSkip(failure) ? 'skipped' : status;
}

const isSkip = (failure: string | null): boolean => skipFailures.some((one) => one === failure);

/** A message of a journey that has no send: `<execution>.<step>`. */
export const unsentId = (executionId: string, stepId: string): string => `${executionId}.${stepId}`;

/** Splits the id of a message without a send. Returns null for an id of a send. */
export function parseUnsentId(id: string): { executionId: string; stepId: string } | null {
  const dot = id.indexOf('.');
  return id.startsWith('exe_') && dot > 0 ? { executionId: id.slice(0, dot), stepId: id.slice(dot + 1) } : null;
}

/** Whether an operator can retry a message. */
export interface RetryRule {
  isAllowed: boolean;
  /** Why it is not allowed, as a sentence; null if it is. */
  reason: string | null;
}

interface RetriedMessage {
  kind: MessageKind;
  state: MessageState;
  /** Whether a send exists: a skipped or unrendered message of a journey has none. */
  isSend: boolean;
}

/** Returns whether a message can be retried, from its kind and state. */
export function retryRule({ kind, state, isSend }: RetriedMessage): RetryRule {
  if (state !== 'failed' && state !== 'unknown') {
    return refused(`Only a message that failed or has an unknown outcome can be retried. This message is ${state}.`);
  }
  if (kind === 'transactional') {
    return refused(
      'Apex does not store the content of transactional messages. Send the request again, with a new Idempotency-Key.',
    );
  }
  if (!isSend) {
    return refused('The message could not be rendered for this person, so there is nothing to send again.');
  }
  return { isAllowed: true, reason: null };
}

const refused = (reason: string): RetryRule => ({ isAllowed: false, reason });
