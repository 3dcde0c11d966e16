import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { listSendEvents } from '../../db/email/send-events';
import { findSendRecord, listRecentSends, type SendRecord } from '../../db/transactional/transactional';
import { notFound } from '../../domain/errors';
import { failedSend, recentSend, sendResponse, sendBody, sendHeaders } from '../../domain/transactional/schemas';
import { sendTransactional } from '../../operations/transactional/send-transactional';
import { ok } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';
import { presentRecentSend } from './present';

const tag = 'transactional email';

/** Transactional sends: one message to one address, answered once the provider has it. */
export const transactionalRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/v1/transactional/send',
    tag,
    summary: 'Send a transactional email',
    description:
      'Send inline content or a template. With an Idempotency-Key you can retry safely: a retry returns the first ' +
      'response with the header `Idempotent-Replayed: true` and never sends a second message. Variables and rendered ' +
      'content are never stored.',
    access: 'transactional',
    limit: 'throughput',
    nestedErrors: true,
    request: { headers: sendHeaders, body: sendBody },
    responses: { 200: sendResponse, 422: failedSend },
    errors: [
      ...(['comm_type_mismatch', 'missing_variables', 'comm_not_found', 'idempotency_key_mismatch'] as const),
      ...(['idempotency_in_flight', 'suppressed', 'bounce', 'send_failed'] as const),
    ],
    handler: async ({ headers, body, actor, services }) => {
      const { workspaceId, credentialId: apiKeyId, countedRequest: counted } = actor;
      const { 'x-svc-mode': mode, 'idempotency-key': key } = headers;
      const request = { workspaceId, apiKeyId, counted, mode, key, body };
      const { body: response, replayed } = await sendTransactional(services, request);
      const sent = replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {};
      if ('error' in response) return { status: 422 as const, body: response, ...sent };
      return { status: 200 as const, body: response, ...sent };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/transactional/recent',
    tag,
    summary: 'List transactional sends, newest first',
    description:
      'Returns the recipient, template, status and events of each send, including bounces and opens. The content is ' +
      'never returned.',
    access: { permission: 'transactional.read' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(recentSend) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const sends = await listRecentSends(database, workspaceId, { limit: limit + 1, before: cursor ?? null });
      return ok(cutPage(await withEvents(database, workspaceId, sends), limit));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/transactional/:id',
    tag,
    summary: 'Read a transactional send and its events',
    access: { permission: 'transactional.read' },
    limit: 'read',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: recentSend },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const found = await findSendRecord(database, workspaceId, id);
      const [send] = await withEvents(database, workspaceId, found === null ? [] : [found]);
      if (send === undefined) throw notFound('Transactional send', id);
      return ok(send);
    },
  }),
];

async function withEvents(database: Database, workspaceId: string, sends: readonly SendRecord[]) {
  const ids = sends.map(({ id }) => id);
  const events = await listSendEvents(database, workspaceId, ids);
  return sends.map((send) => presentRecentSend(send, events.get(send.id)));
}
