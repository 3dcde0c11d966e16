import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { listEndUsers } from '../../db/end-users/end-users';
import { listRejectedEvents } from '../../db/events/rejected-events';
import { liveQuery, rejectedEventRecord } from '../../domain/live-events/schemas';
import { parsePayload } from '../../operations/events/describe-events';
import { replayRejectedEvent } from '../../operations/events/replay-rejected';
import { cutPage, pageOf, pageQueryBy } from '../paging';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

/** Headers that keep browsers, proxies and compression from buffering a stream. */
const unbuffered = { 'Cache-Control': 'no-cache, no-store, no-transform', 'X-Accel-Buffering': 'no' };

export const liveEventRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/events/live',
    tag: 'events',
    summary: 'Receive events as they arrive',
    description:
      'Server-sent events. Each message is JSON: `{ event, person, outcome }`. `outcome` has what the event did. The ' +
      'stream starts with the newest events. At most 100 events a second are sent; a message of type `skipped` has the ' +
      '`count` of the others. A repeated event is not stored and not sent. The stream ends when the session ends or ' +
      'changes its role or workspace, and after 15 minutes; with `Last-Event-ID`, a new one continues where it ended.',
    access: 'session',
    limit: 'read',
    request: {
      query: liveQuery,
      headers: z.object({
        'last-event-id': z
          .string()
          .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, 'must be the id of a message of this stream')
          .optional(),
      }),
    },
    responses: { 200: { contentType: 'text/event-stream', description: 'A stream of live events.' } },
    handler: async ({ query, headers, actor, services, method }) => {
      const { workspaceId, role, sessionId } = actor;
      if (method === 'HEAD' || sessionId === null) return ok('', unbuffered);
      const { person, ...filter } = query;
      const personId = person && (await findPersonId(services.database, workspaceId, person));
      const lastId = headers['last-event-id'] ?? null;
      const viewer = { workspaceId, role, sessionId, filter: { ...filter, personId }, lastId };
      return ok(await services.http.liveEvents.open(viewer), unbuffered);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/events/rejected',
    tag: 'events',
    summary: 'List rejected events that were not replayed, newest first',
    description: 'Apex keeps rejected events of batches for 30 days, at most 10,000.',
    access: { permission: 'events.read' },
    limit: 'read',
    request: { query: pageQueryBy(z.tuple([z.iso.datetime(), z.string()])) },
    responses: { 200: pageOf(rejectedEventRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const before = cursor && { receivedAt: cursor[0], id: cursor[1] };
      const found = await listRejectedEvents(database, workspaceId, { limit: limit + 1, ...(before && { before }) });
      const records = found.map(({ receivedAt, ...record }) => ({
        ...record,
        receivedAt: receivedAt.toISOString(),
        type: typeOf(record.payload),
      }));
      return ok(cutPage(records, limit, ({ receivedAt, id }) => [receivedAt, id]));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/events/rejected/:id/replay',
    tag: 'events',
    summary: 'Check a rejected event again, and store it if it is valid now',
    description: 'The event keeps its time of receipt. Safe to repeat: the event is stored once.',
    access: { permission: 'events.replay' },
    limit: 'write',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: z.object({ id: z.string(), stored: z.literal(true) }) },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) => {
      await replayRejectedEvent(services, actor, id);
      return ok({ id, stored: true as const });
    },
  }),
];

/** Returns the id of the person with an address; an id unchanged. */
async function findPersonId(database: Database, workspaceId: string, named: string): Promise<string> {
  if (!named.includes('@')) return named;
  const page = { limit: 1, before: null, email: named.trim().toLowerCase() };
  return (await listEndUsers(database, workspaceId, page))[0]?.id ?? named;
}

function typeOf(payload: string): string | null {
  const event = parsePayload(payload);
  if (typeof event !== 'object' || event === null || !('type' in event)) return null;
  return typeof event.type === 'string' ? event.type : null;
}
