import { findWorkspace } from '../../db/workspaces/workspaces';
import { invalid } from '../../domain/errors';
import { deviceOf } from '../../domain/events/device';
import {
  ingestionResponse,
  ingestionBody,
  keyedIngestionResponse,
  serverIngestionBody,
} from '../../domain/events/schemas';
import { receiptSettings, type EventReceipt } from '../../domain/events/parse-events';
import {
  takeEvents,
  type AmountWarning,
  type EventSender,
  type SubmittedEvents,
} from '../../operations/events/take-events';
import { events as received } from '../../telemetry/counters';
import { currentTraceparent } from '../../telemetry/spans';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';
import { eventsOf, givenWorkspaceKey, nothingValid, workspaceKeyOf, type IngestionBody } from './contract';
import { isCrawler } from './crawler';

export const eventRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/events',
    tag: 'events',
    summary: 'Send one event or a batch of up to 500 from a browser',
    description:
      'A 200 response means that the events and the journey starts they trigger are committed. Invalid events of a ' +
      'batch are listed in `rejected` and kept for a replay. A repeated `messageId` within 24 hours counts in ' +
      '`received` and is stored once.',
    access: 'public',
    limit: 'ingest',
    acceptsText: true,
    validateItemsIndividually: 'events',
    crossOrigin: true,
    request: { body: ingestionBody },
    responses: { 200: ingestionResponse },
    errors: ['UNAUTHORIZED'],
    handler: async ({ body, services, receivedAt, userAgent, countAgainst }) => {
      const workspace = await services.http.workspaces.byPublicKey(workspaceKeyOf(body));
      const { id: workspaceId } = workspace;
      await countAgainst('ingest', workspaceId);
      const receipt = {
        origin: 'public',
        receivedAt,
        ...receiptSettings(workspace, receivedAt),
        isBot: isCrawler(userAgent),
        device: deviceOf(userAgent),
      } as const;
      const sender = { workspaceId, actor: 'public', traceparent: currentTraceparent() };
      return take(services, sender, body, receipt);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/events',
    tag: 'events',
    summary: 'Send one event or a batch of up to 500 from a server',
    description:
      'Each event needs `type` and one of `visitorId`, `userId` or `email`. If the event identifies a person, the link ' +
      'is verified: an unknown person is created, the visitor of the event is linked to the person, and journeys can ' +
      'start. For a single event, `started` and `skipped` list the journeys that it triggered. An event with a `userId` ' +
      'and an `email` of different people is refused. Amounts that cannot be counted are listed in `warnings`.',
    access: { permission: 'events.write', serverKey: true },
    limit: 'ingest',
    validateItemsIndividually: 'events',
    request: { body: serverIngestionBody },
    responses: { 200: keyedIngestionResponse },
    errors: ['CONFLICT'],
    handler: async ({ body, actor: { workspaceId, id }, services, receivedAt }) => {
      const named = givenWorkspaceKey(body);
      if (named !== undefined && (await findWorkspace(services.database, workspaceId))?.publicKey !== named) {
        throw invalid('`workspaceKey` does not match the workspace of the API key. Remove it.', [
          { path: 'workspaceKey', message: 'does not match the workspace of the API key' },
        ]);
      }
      // Callers raise retentionDays and retry immediately, while the cache of another process may still be stale.
      const isHistory = 'historical' in body && body.historical === true;
      const workspace = isHistory
        ? await findWorkspace(services.database, workspaceId)
        : await services.http.workspaces.byId(workspaceId);
      const settings = receiptSettings(workspace, receivedAt);
      const receipt = { origin: 'server', receivedAt, isBot: false, ...settings } as const;
      return take(services, { workspaceId, actor: id, traceparent: currentTraceparent() }, body, receipt);
    },
  }),
];

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
  const given: SubmittedEvents = { parsed: eventsOf(body, receipt), receipt, historical, batch };
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
function batchOf(body: IngestionBody): SubmittedEvents['batch'] {
  if (!('events' in body)) return null;
  const { events, workspaceKey: _key, projectKey: _olderKey, ...envelope } = body;
  return { events, envelope };
}
