import type { z } from 'zod';
import { AppError, invalid } from '../../domain/errors';
import { occurrenceTime, type NewEvent } from '../../domain/events/event';
import { batchEvent, type BatchEvent, type eventBatchBody, type snippetEventBody } from '../../domain/events/schemas';

/** The wire forms of ingestion: a single event of the snippet, or a batch. */

export type IngestionBody = z.output<typeof snippetEventBody> | z.output<typeof eventBatchBody>;

export interface Rejection {
  index: number;
  code: string;
  message: string;
}

export interface ParsedEvents {
  events: NewEvent[];
  rejected: Rejection[];
}

const maxEventBytes = 32_000;

/** The public key that names the workspace, under its newer or older name. @throws AppError VALIDATION_ERROR */
export function workspaceKeyOf({ workspaceKey, projectKey }: IngestionBody): string {
  if (workspaceKey !== undefined && projectKey !== undefined && workspaceKey !== projectKey) {
    throw invalid('workspaceKey and projectKey differ. Send one of them.', [
      { path: 'projectKey', message: 'differs from workspaceKey' },
    ]);
  }
  const key = workspaceKey ?? projectKey;
  if (key === undefined) {
    throw invalid('workspaceKey is missing.', [
      { path: 'workspaceKey', message: 'must be the public key of the workspace' },
    ]);
  }
  return key;
}

/** @throws AppError VALIDATION_ERROR when no event of a batch is valid, PAYLOAD_TOO_LARGE for a single one over 32 KB */
export function parseEvents(body: IngestionBody, receivedAt: Date): ParsedEvents {
  if (!('events' in body)) {
    if (isTooLarge(body))
      throw new AppError('PAYLOAD_TOO_LARGE', 'An event is at most 32 KB of JSON. Shorten its data.');
    return { events: [newEvent(body, body, receivedAt)], rejected: [] };
  }
  const parsed: ParsedEvents = { events: [], rejected: [] };
  for (const [index, item] of body.events.entries()) {
    const result = parseItem(item, body);
    if ('type' in result) parsed.events.push(newEvent(result, body, receivedAt));
    else parsed.rejected.push({ index, ...result });
  }
  if (parsed.events.length === 0) {
    throw invalid(
      'No event of the batch is valid; nothing was stored.',
      parsed.rejected.slice(0, 100).map(({ index, message }) => ({ path: `events.${index}`, message })),
    );
  }
  return parsed;
}

function parseItem(item: unknown, batch: z.output<typeof eventBatchBody>): BatchEvent | Omit<Rejection, 'index'> {
  if (isTooLarge(item)) return { code: 'PAYLOAD_TOO_LARGE', message: 'The event is larger than 32 KB.' };
  const result = batchEvent.safeParse(item);
  if (!result.success) {
    const issue = result.error.issues[0];
    return {
      code: 'VALIDATION_ERROR',
      message: `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`.trim(),
    };
  }
  const visitorId = result.data.visitorId ?? batch.visitorId;
  const userId = result.data.userId ?? batch.userId;
  if (visitorId === undefined && userId === undefined) {
    return {
      code: 'VALIDATION_ERROR',
      message: 'visitorId is missing, and neither the event nor the batch has a userId.',
    };
  }
  return { ...result.data, visitorId, userId };
}

const isTooLarge = (event: unknown): boolean => Buffer.byteLength(JSON.stringify(event)) > maxEventBytes;

function newEvent(event: BatchEvent, envelope: { sentAt?: string | undefined }, receivedAt: Date): NewEvent {
  return {
    type: event.type,
    visitorId: event.visitorId ?? null,
    userId: event.userId ?? null,
    url: event.url,
    referrer: event.referrer ?? null,
    data: event.data ?? {},
    messageId: event.messageId ?? null,
    ...occurrenceTime({ timestamp: event.timestamp, sentAt: envelope.sentAt }, receivedAt),
  };
}
