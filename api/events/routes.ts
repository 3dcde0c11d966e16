import { z } from 'zod';
import { insertEvents } from '../../db/events';
import { startTriggeredJourneys } from '../../db/journey-starts';
import { findWorkspaceByPublicKey } from '../../db/workspaces';
import { unauthorized } from '../../domain/errors';
import { eventBatchBody, ingestionAnswer, snippetEventBody } from '../../domain/events/schemas';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { parseEvents, workspaceKeyOf } from './contract';

export const eventRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/events',
    tag: 'events',
    summary: 'Take events from a browser: one, or a batch of up to 500',
    description: '200 means that the events, and the journey starts that they cause, are committed.',
    access: 'public',
    limit: 'ingest',
    acceptsText: true,
    crossOrigin: true,
    request: { body: z.union([eventBatchBody, snippetEventBody]) },
    responses: { 200: ingestionAnswer },
    errors: ['UNAUTHORIZED'],
    handler: async ({ body, services: { database }, receivedAt, countAgainst }) => {
      const key = workspaceKeyOf(body);
      const workspace = await findWorkspaceByPublicKey(database, key);
      if (workspace === null) throw unauthorized('No workspace has this workspaceKey.');
      await countAgainst('ingest', workspace.id);
      const { events, rejected } = parseEvents(body, receivedAt);
      await database.transaction(async (transaction) => {
        const stored = await insertEvents(transaction, workspace.id, receivedAt, events);
        await startTriggeredJourneys(transaction, workspace.id, stored);
      });
      return ok({ received: events.length, ...(rejected.length > 0 ? { rejected } : {}) });
    },
  }),
];
