import type { EventReceipt } from '../../domain/events/parse-events';
import {
  takeEvents,
  type AmountWarning,
  type EventSender,
  type GivenEvents,
} from '../../operations/events/take-events';
import { events as received } from '../../telemetry/counters';
import { ok } from '../responses';
import type { Services } from '../services';
import { eventsOf, nothingValid, type IngestionBody } from './contract';

/** Cached, because looking up a series for each request costs several times as much as the count itself. */
const accepted = {
  public: received.labels('public', 'accepted'),
  server: received.labels('server', 'accepted'),
};

/** Counts stored events. */
export const countAccepted = (origin: EventReceipt['origin'], count: number): void => accepted[origin].inc(count);

/** `warnings` of a response, if there are any. */
export const withWarnings = (warnings: AmountWarning[]) => (warnings.length > 0 ? { warnings } : {});

/** Takes the events of a request. @throws AppError VALIDATION_ERROR if no event is valid, and as {@link takeEvents} */
export async function take(services: Services, sender: EventSender, body: IngestionBody, receipt: EventReceipt) {
  const { origin } = receipt;
  const batch = batchOf(body);
  const historical = 'historical' in body && body.historical === true;
  const given: GivenEvents = { parsed: eventsOf(body, receipt), receipt, historical, batch };
  const { received: stored, rejected, started, skipped, warnings } = await takeEvents(services, sender, given);
  countAccepted(origin, stored);
  if (batch !== null && rejected.length > 0) received.inc({ origin, result: 'rejected' }, rejected.length);
  if (stored === 0) throw nothingValid(rejected);
  return ok({
    received: stored,
    ...(rejected.length > 0 && { rejected: [...rejected] }),
    ...(origin === 'server' && { ...(batch === null && { started, skipped }), ...withWarnings(warnings) }),
  });
}

/** Returns a batch without its public key; null for a single event. */
function batchOf(body: IngestionBody): GivenEvents['batch'] {
  if (!('events' in body)) return null;
  const { events, workspaceKey: _key, projectKey: _olderKey, ...envelope } = body;
  return { events, envelope };
}
