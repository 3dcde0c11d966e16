import { findJourney } from '../../db/journeys/journeys';
import { z } from 'zod';
import { testWebhookBody, webhookTest } from '../../domain/webhooks/schemas';
import { testWebhook } from '../../operations/webhooks/test-webhook';
import { ok } from '../responses';
import { mustExist } from '../must-exist';
import { defineRoute, type Route } from '../route';

export const webhookTestRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/test-webhook',
    tag: 'journeys',
    summary: 'Test a webhook step with one real call',
    description:
      'Calls the receiver once, as an execution would, and waits for the result. The call has the header `X-Apex-Test: ' +
      'true` and an `Idempotency-Key` that no execution uses. The response shows the request without the values of ' +
      'secrets. A failed call also returns 200, with the reason and a remedy.',
    access: { permission: 'journeys.test_webhook' },
    limit: 'write',
    request: { params: z.object({ id: z.string() }), body: testWebhookBody },
    findNamed: mustExist('Journey', findJourney),
    responses: { 200: webhookTest },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: async ({ params: { id }, body, actor, services }) => ok(await testWebhook(services, actor, id, body)),
  }),
];
