import type { z } from 'zod';
import { AppError, invalid, type ErrorDetail } from '../../domain/errors';
import {
  incomingEvent,
  isTooLarge,
  missingSubject,
  parseEvents,
  type EventReceipt,
  type ParsedEvents,
  type RejectedEvent,
} from '../../domain/events/parse-events';
import type { eventBatchBody, serverBatchBody, serverEventBody, snippetEventBody } from '../../domain/events/schemas';

/** The wire forms of ingestion: a single event, or a batch; of a browser, or of a server. */

export type IngestionBody =
  | z.output<typeof snippetEventBody>
  | z.output<typeof eventBatchBody>
  | z.output<typeof serverEventBody>
  | z.output<typeof serverBatchBody>;

interface NamesWorkspace {
  workspaceKey?: string | undefined;
  projectKey?: string | undefined;
}

/** The public key that names the workspace, under its newer or older name. @throws AppError VALIDATION_ERROR */
export function workspaceKeyOf(body: NamesWorkspace): string {
  const key = givenWorkspaceKey(body);
  if (key === undefined) {
    throw invalid('`workspaceKey` is required. Send the public key of the workspace (svc_pk_).', [
      { path: 'workspaceKey', message: 'is required' },
    ]);
  }
  return key;
}

/** The public key, if one is given. @throws AppError VALIDATION_ERROR when its two names differ */
export function givenWorkspaceKey({ workspaceKey, projectKey }: NamesWorkspace): string | undefined {
  if (workspaceKey !== undefined && projectKey !== undefined && workspaceKey !== projectKey) {
    throw invalid('`workspaceKey` and `projectKey` differ. Send only one of them.', [
      { path: 'projectKey', message: 'must equal workspaceKey if you send both' },
    ]);
  }
  return workspaceKey ?? projectKey;
}

/**
 * The events of a request. Of a batch the good ones, with the refusals of the others; all may be refused.
 * @throws AppError for a single event: PAYLOAD_TOO_LARGE over 32 KB, VALIDATION_ERROR when it identifies no person or visitor
 */
export function eventsOf(body: IngestionBody, receipt: EventReceipt): ParsedEvents {
  if ('events' in body) return parseEvents(body.events, body, receipt);
  if (isTooLarge(body))
    throw new AppError('PAYLOAD_TOO_LARGE', 'The event is larger than 32 KB of JSON. Shorten its data.');
  const event = incomingEvent(body, body, receipt);
  if (event === null) throw invalid(missingSubject[receipt.origin], subjectDetails);
  return { events: [event], indices: [0], rejected: [] };
}

const subjectDetails: ErrorDetail[] = [
  { path: 'visitorId', message: 'is required unless the event has a userId or an email' },
];

/** The error for a batch without a valid event. */
export const nothingValid = (rejected: readonly RejectedEvent[]): AppError =>
  invalid(
    'No event of the batch is valid. Nothing was stored.',
    rejected.slice(0, 100).map(({ index, message }) => ({ path: `events.${index}`, message })),
  );
