import { findJourney } from '../../db/journeys/journeys';
import { z } from 'zod';
import { testWebhookBody, webhookTest } from '../../domain/webhooks/schemas';
import { ok } from '../responses';
import { mustExist } from '../must-exist';
import { defineRoute, type Route } from '../route';
import { testWebhook } from './test-webhook';

export const webhookTestRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/test-webhook',
    tag: 'journeys',
    summary: 'Try a webhook step out: one real call',
    description:
      'Calls the receiver as an execution would, once, and answers when the call is over. The header `X-Apex-Test: true` marks it, and its ' +
      '`Idempotency-Key` is that of no execution. What was sent is shown without the values of secrets. A call that fails is an answer, ' +
      'too: 200, with the reason and what helps.',
    access: { permission: 'journeys.test_webhook' },
    limit: 'write',
    request: { params: z.object({ id: z.string() }), body: testWebhookBody },
    findNamed: mustExist('Journey', findJourney),
    responses: { 200: webhookTest },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: async ({ params: { id }, body, actor, services }) => ok(await testWebhook(services, actor, id, body)),
  }),
];
