import { keepRejectedEvents } from '../../db/events/rejected-events';
import type { EventReceipt, ParsedEvents } from '../../domain/events/parse-events';
import { events as received } from '../../telemetry/counters';
import { currentTraceparent } from '../../telemetry/spans';
import { ok } from '../responses';
import type { Services } from '../services';
import { eventsOf, nothingValid, type IngestionBody } from './contract';

/** Found by the library anew for each request, a series would cost several times as much as its count. */
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
 * Stores what a request brings: bad events of a batch are put aside with their refusal, good ones are committed, together with
 * those of other requests.
 * @throws AppError VALIDATION_ERROR when no event is valid, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE
 */
export async function takeEvents(services: Services, sender: Sender, body: IngestionBody, receipt: EventReceipt) {
  const parsed = eventsOf(body, receipt);
  const { events, rejected } = parsed;
  if (rejected.length > 0) received.inc({ origin: receipt.origin, result: 'rejected' }, rejected.length);
  if (rejected.length > 0 && 'events' in body) await storeRejected(services, sender, { body, receipt, parsed });
  if (events.length === 0) throw nothingValid(parsed);
  const { origin, receivedAt } = receipt;
  const historical = 'historical' in body && body.historical === true;
  await services.ingestion.submit({
    workspaceId: sender.workspaceId,
    actor: sender.actor,
    origin,
    receivedAt,
    events,
    historical,
    traceparent: currentTraceparent(),
  });
  accepted[origin].inc(events.length);
  return ok(rejected.length > 0 ? { received: events.length, rejected } : { received: events.length });
}

interface RefusedBatch {
  body: Extract<IngestionBody, { events: unknown[] }>;
  receipt: EventReceipt;
  parsed: ParsedEvents;
}

async function storeRejected(
  { database }: Services,
  { workspaceId, actor }: Sender,
  batch: RefusedBatch,
): Promise<void> {
  const { body, receipt, parsed } = batch;
  const { events, workspaceKey: _key, projectKey: _olderKey, ...envelope } = body;
  await keepRejectedEvents(
    database,
    parsed.rejected.map(({ index, code, message }) => ({
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

/** JSON text, in which NUL and halves of surrogate pairs are escaped. What is nested beyond writing down is only named. */
function asText(event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch {
    return '"(nested too deeply to be stored)"';
  }
}
