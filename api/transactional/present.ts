import type { z } from 'zod';
import type { SendEvent } from '../../db/email/send-events';
import type { SendRecord } from '../../db/transactional/transactional';
import type { recentSend } from '../../domain/transactional/schemas';

/** @param events what became of it, oldest first */
export const presentRecentSend = (send: SendRecord, events: readonly SendEvent[] = []): z.infer<typeof recentSend> => ({
  id: send.id,
  messageId: send.messageId,
  to: send.recipient,
  subject: send.subject,
  commId: send.communicationId,
  status: send.status,
  failure: send.failure,
  mode: send.mode,
  tags: send.tags,
  createdAt: send.createdAt.toISOString(),
  sentAt: send.sentAt?.toISOString() ?? null,
  deliveredAt: send.deliveredAt?.toISOString() ?? null,
  events: events.map(({ kind, at, count, lastAt, automated, link, detail }) => ({
    kind,
    at: at.toISOString(),
    count,
    lastAt: lastAt.toISOString(),
    automated,
    link,
    detail,
  })),
});
