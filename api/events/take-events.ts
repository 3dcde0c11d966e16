import { keepRejectedEvents } from '../../db/events/rejected-events';
import { amountProblem } from '../../domain/conversions/money';
import { AppError } from '../../domain/errors';
import type { IncomingEvent } from '../../domain/events/event';
import type { EventReceipt, ParsedEvents, RejectedEvent } from '../../domain/events/parse-events';
import type { IngestionOutcome } from '../../operations/events/ingestion-outcome';
import type { Submission } from '../../operations/events/submission';
import { events as received } from '../../telemetry/counters';
import { currentTraceparent } from '../../telemetry/spans';
import { ok } from '../responses';
import type { Services } from '../services';
import { eventsOf, nothingValid, type IngestionBody } from './contract';

/** Cached, because looking up a series for each request costs several times as much as the count itself. */
const accepted = {
  public: received.labels('public', 'accepted'),
  server: received.labels('server', 'accepted'),
};

interface Sender {
  workspaceId: string;
  /** A key's id, or `public`. */
  actor: string;
}

/**
 * Stores the events of a request. Invalid events of a batch are stored as rejected. Valid events are committed together
 * with those of other requests.
 * @throws AppError VALIDATION_ERROR if no event is valid, CONFLICT for a single event whose userId and email belong to
 *   different people, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE
 */
export async function takeEvents(services: Services, sender: Sender, body: IngestionBody, receipt: EventReceipt) {
  const isBatch = 'events' in body;
  const isKeyed = receipt.origin === 'server';
  const parsed = eventsOf(body, receipt);
  if (isBatch) await storeRejected(services, sender, { body, receipt, rejected: parsed.rejected });
  if (parsed.events.length === 0) throw nothingValid(parsed.rejected);
  const historical = 'historical' in body && body.historical === true;
  const submission = { ...submissionOf(sender, receipt, parsed.events), historical, isReported: isKeyed && !isBatch };
  const { conflicts, started, skipped } = await submitEvents(services, submission);
  const conflicting = conflicts.map((place): RejectedEvent => ({ index: parsed.indices[place] ?? 0, ...conflict }));
  if (conflicting.length > 0 && !isBatch) throw identityConflict();
  if (isBatch) await storeRejected(services, sender, { body, receipt, rejected: conflicting });
  const rejected = [...parsed.rejected, ...conflicting].sort((a, b) => a.index - b.index);
  if (conflicts.length === parsed.events.length) throw nothingValid(rejected);
  return ok({
    received: parsed.events.length - conflicts.length,
    ...(rejected.length > 0 && { rejected }),
    ...(isKeyed && {
      ...(!isBatch && { started, skipped }),
      ...warningsOf(parsed, conflicts),
    }),
  });
}

/** The events of a request, to be stored. */
export const submissionOf = (
  { workspaceId, actor }: Sender,
  { origin, receivedAt }: EventReceipt,
  events: readonly IncomingEvent[],
): Submission => ({ workspaceId, actor, origin, receivedAt, events, traceparent: currentTraceparent() });

/** Stores events and counts the stored ones. */
export async function submitEvents({ ingestion }: Services, submission: Submission): Promise<IngestionOutcome> {
  const outcome = await ingestion.submit(submission);
  accepted[submission.origin].inc(submission.events.length - outcome.conflicts.length);
  return outcome;
}

const conflict = {
  code: 'IDENTITY_CONFLICT',
  message: 'userId and email belong to different people. Send only one of them.',
} as const;

/** The error for an event that names two people. */
export const identityConflict = (): AppError =>
  new AppError('CONFLICT', 'The userId and the email belong to different people. Nothing was stored. Send only one.', {
    details: [{ path: 'userId', message: 'does not belong to the person with this email' }],
  });

/** Lists stored events with an ignored amount; empty if there are none. */
export function warningsOf(
  { events, indices }: Pick<ParsedEvents, 'events' | 'indices'>,
  skipped: readonly number[] = [],
) {
  const warnings = events.flatMap(({ data }, place) => {
    const message = skipped.includes(place) ? null : amountProblem(data);
    return message === null ? [] : [{ index: indices[place] ?? place, code: 'AMOUNT_IGNORED' as const, message }];
  });
  return warnings.length > 0 ? { warnings } : {};
}

interface RefusedBatch {
  body: Extract<IngestionBody, { events: unknown[] }>;
  receipt: EventReceipt;
  rejected: readonly RejectedEvent[];
}

/** Counts the rejected events of a batch, and keeps them for a replay. */
async function storeRejected(
  { database }: Services,
  { workspaceId, actor }: Sender,
  { body, receipt, rejected }: RefusedBatch,
): Promise<void> {
  if (rejected.length === 0) return;
  received.inc({ origin: receipt.origin, result: 'rejected' }, rejected.length);
  const { events, workspaceKey: _key, projectKey: _olderKey, ...envelope } = body;
  await keepRejectedEvents(
    database,
    rejected.map(({ index, code, message }) => ({
      workspaceId,
      receivedAt: receipt.receivedAt,
      origin: receipt.origin,
      code,
      message,
      payload: asText(events[index]),
      envelope: { ...envelope, isBot: receipt.isBot, actor },
    })),
  );
}

/** Returns JSON with NUL and lone surrogates escaped, or a placeholder if the event is nested too deeply. */
function asText(event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch {
    return '"(nested too deeply to be stored)"';
  }
}
