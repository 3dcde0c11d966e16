import { findWorkspace, keptSince } from '../../db/workspaces/workspaces';
import { invalid } from '../../domain/errors';
import { deviceOf } from '../../domain/events/device';
import { keptFrom } from '../../domain/events/event';
import { ingestionResponse, ingestionBody, serverIngestionBody } from '../../domain/events/schemas';
import { defineRoute, type Route } from '../route';
import { givenWorkspaceKey, workspaceKeyOf } from './contract';
import { isCrawler } from './crawler';
import { takeEvents } from './take-events';

export const eventRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/events',
    tag: 'events',
    summary: 'Take events from a browser: one, or a batch of up to 500',
    description:
      '200 means that the events, and the journey starts that they cause, are committed. Refused events of a batch are named ' +
      'in `rejected`, and kept for a replay. A repeat of a `messageId` within 24 h is counted in `received` and stored once.',
    access: 'public',
    limit: 'ingest',
    acceptsText: true,
    validateItemsIndividually: 'events',
    crossOrigin: true,
    request: { body: ingestionBody },
    responses: { 200: ingestionResponse },
    errors: ['UNAUTHORIZED'],
    handler: async ({ body, services, receivedAt, userAgent, countAgainst }) => {
      const { id: workspaceId, retentionDays } = await services.workspaces.byPublicKey(workspaceKeyOf(body));
      await countAgainst('ingest', workspaceId);
      const receipt = {
        origin: 'public',
        receivedAt,
        keptSince: keptFrom(retentionDays, receivedAt),
        isBot: isCrawler(userAgent),
        device: deviceOf(userAgent),
      } as const;
      return takeEvents(services, { workspaceId, actor: 'public' }, body, receipt);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/events',
    tag: 'events',
    summary: 'Take events from a server: one, or a batch of up to 500',
    description:
      'Each event needs `type` and one of `visitorId`, `userId`, `email`. A person who is named is known for certain: a new one ' +
      'is created, the visitor of the event is linked to them, and journeys start for them.',
    access: { permission: 'events.write', serverKey: true },
    limit: 'ingest',
    validateItemsIndividually: 'events',
    request: { body: serverIngestionBody },
    responses: { 200: ingestionResponse },
    handler: async ({ body, actor: { workspaceId, id }, services, receivedAt }) => {
      const named = givenWorkspaceKey(body);
      if (named !== undefined && (await findWorkspace(services.database, workspaceId))?.publicKey !== named) {
        throw invalid('workspaceKey is not that of the key’s workspace. Leave it out.', [
          { path: 'workspaceKey', message: 'belongs to another workspace, or to none' },
        ]);
      }
      // Refused history comes again at once when retention was raised: what is remembered may be of before.
      const isHistory = 'historical' in body && body.historical === true;
      const since = isHistory
        ? await keptSince(services.database, workspaceId, receivedAt)
        : keptFrom(await services.workspaces.retentionDaysOf(workspaceId), receivedAt);
      const receipt = { origin: 'server', receivedAt, keptSince: since, isBot: false } as const;
      return takeEvents(services, { workspaceId, actor: id }, body, receipt);
    },
  }),
];
