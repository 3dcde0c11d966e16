import { listRecentSends } from '../../db/transactional';
import { payloadHash } from '../../domain/transactional/payload-hash';
import { sendMode } from '../../domain/transactional/sandbox';
import { failedSend, recentSend, sendAnswer, sendBody, sendHeaders } from '../../domain/transactional/schemas';
import { ok } from '../answers';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';
import { prepareSend } from './prepare';
import { presentRecentSend } from './present';
import { sendTransactional } from './send';

const tag = 'transactional email';

/** Transactional sends: one message to one address, answered once the provider has it. */
export const transactionalRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/v1/transactional/send',
    tag,
    summary: 'Send one transactional message',
    description:
      'Inline, or from a template. With an Idempotency-Key a retry is safe: it gets the first answer, with the header ' +
      '`Idempotent-Replayed: true`, and never makes a second message. Variables and rendered content are kept nowhere.',
    access: 'transactional',
    limit: 'throughput',
    nestedErrors: true,
    request: { headers: sendHeaders, body: sendBody },
    responses: { 200: sendAnswer, 422: failedSend },
    errors: [
      ...(['comm_type_mismatch', 'missing_variables', 'comm_not_found', 'idempotency_key_mismatch'] as const),
      ...(['idempotency_in_flight', 'suppressed', 'bounce', 'send_failed'] as const),
    ],
    handler: async ({ headers, body, actor: { workspaceId, credentialId: apiKeyId }, services }) => {
      const prepared = await prepareSend(services.database, workspaceId, body);
      const mode = sendMode(headers['x-svc-mode'], prepared.to, services.sandboxDomain);
      const key = headers['idempotency-key'];
      const hash = (): Buffer => payloadHash(services.keyPepper, workspaceId, { mode, body });
      const { body: answer, replayed } = await sendTransactional(services, {
        ...{ workspaceId, apiKeyId, mode, prepared },
        key: key === undefined ? null : { key, payloadHash: hash() },
      });
      const sent = replayed ? { headers: { 'Idempotent-Replayed': 'true' } } : {};
      if ('error' in answer) return { status: 422 as const, body: answer, ...sent };
      return { status: 200 as const, body: answer, ...sent };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/transactional/recent',
    tag,
    summary: 'List transactional sends, newest first',
    description: 'What was sent to whom and what became of it; never what it said.',
    access: { permission: 'transactional.read' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(recentSend) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const sends = await listRecentSends(database, workspaceId, { limit: limit + 1, before: cursor ?? null });
      return ok(cutPage(sends.map(presentRecentSend), limit));
    },
  }),
];
