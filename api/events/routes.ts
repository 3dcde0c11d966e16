import { findWorkspace } from '../../db/workspaces/workspaces';
import { invalid } from '../../domain/errors';
import { deviceOf } from '../../domain/events/device';
import {
  ingestionResponse,
  ingestionBody,
  keyedIngestionResponse,
  serverIngestionBody,
} from '../../domain/events/schemas';
import { receiptSettings } from '../../domain/events/parse-events';
import { currentTraceparent } from '../../telemetry/spans';
import { defineRoute, type Route } from '../route';
import { givenWorkspaceKey, workspaceKeyOf } from './contract';
import { isCrawler } from './crawler';
import { take } from './take';

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
