import type { SendEvent } from '../../db/email/send-events';
import type { SentMessage } from '../../db/messages/sent-messages';
import type { SendStepContent, UnsentMessage } from '../../db/messages/unsent-messages';
import { stateOfSend, unsentId, type MessageKind } from '../../domain/messages/message-log';
import type { MessageDetail, MessageRecord } from '../../domain/messages/schemas';

/** Converts rows of the log to messages. */

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export function sentRecord(send: SentMessage): MessageRecord {
  const state = stateOfSend(send);
  return {
    id: send.id,
    kind: kindOf(send),
    state,
    reason: ['skipped', 'failed', 'unknown'].includes(state) ? send.failure : null,
    recipient: isErased(send) ? null : send.recipient,
    subject: send.subject,
    communicationId: send.communicationId,
    communicationName: send.communicationName ?? send.template ?? send.communicationId,
    journeyId: send.journeyId,
    journeyName: send.journeyName,
    stepId: send.stepId,
    executionId: send.executionId,
    endUserId: send.endUserId,
    mode: send.mode ?? 'live',
    createdAt: send.createdAt.toISOString(),
    sentAt: iso(send.sentAt),
    deliveredAt: iso(send.deliveredAt),
    openedAt: iso(send.openedAt),
    clickedAt: iso(send.clickedAt),
    bouncedAt: iso(send.bouncedAt),
    complainedAt: iso(send.complainedAt),
  };
}

const kindOf = ({ kind }: SentMessage): MessageKind => (kind === 'digest' ? 'notice' : kind);

/** An erasure replaces the address of a transactional message. */
const isErased = ({ recipient }: SentMessage): boolean => recipient?.includes('@') !== true;

/** @param content what the step sends; undefined if its communication was deleted */
export function unsentRecord(step: UnsentMessage, content: SendStepContent | undefined): MessageRecord {
  return {
    id: unsentId(step.executionId, step.stepId),
    kind: 'journey',
    state: step.status === 'waiting' ? 'queued' : step.status,
    reason: step.reason,
    recipient: step.recipient,
    subject: content?.subject ?? null,
    communicationId: content?.communicationId ?? null,
    communicationName: content?.communicationName ?? null,
    journeyId: step.journeyId,
    journeyName: step.journeyName,
    stepId: step.stepId,
    executionId: step.executionId,
    endUserId: step.endUserId,
    mode: 'live',
    createdAt: step.enteredAt.toISOString(),
    sentAt: null,
    deliveredAt: null,
    openedAt: null,
    clickedAt: null,
    bouncedAt: null,
    complainedAt: null,
  };
}

/** The parts of a message that its events show. */
export const historyOf = (events: readonly SendEvent[]): Pick<MessageDetail, 'bounce' | 'clicks' | 'events'> => ({
  bounce: bounceOf(events),
  clicks: events
    .filter(({ kind }) => kind === 'click')
    .map(({ link, url, automated, count, at, lastAt }) => ({
      link,
      url,
      automated,
      count,
      at: at.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
  events: events.map(({ kind, at, count, lastAt, automated, detail, diagnostic }) => ({
    kind,
    count,
    automated,
    detail,
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
    text: diagnostic,
  })),
});

/** Reads the type and the code from the detail of the last bounce: `Permanent/General 5.1.1`. */
function bounceOf(events: readonly SendEvent[]): MessageDetail['bounce'] {
  const bounce = events.findLast(({ kind }) => kind === 'bounce');
  if (bounce === undefined) return null;
  const [types = '', code = null] = (bounce.detail ?? '').split(' ');
  const [type = '', subType = null] = types.split('/');
  return { type: type === '' ? null : type, subType, code, text: bounce.diagnostic };
}
