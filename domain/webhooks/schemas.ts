import { z } from 'zod';
import { simulatedEvent, simulatedSubject } from '../journeys/simulation/schemas';
import { httpUrl, webhookStep } from '../journeys/steps/webhook/schema';

/** Shapes of test calls of a webhook step (docs/WEBHOOKS.md). */

export const testWebhookBody = z
  .strictObject({
    step: webhookStep
      .partial({ next: true })
      .extend({ url: httpUrl.max(2_000) })
      .meta({
        description: 'The step, saved or not. Masked headers use the stored value.',
      }),
    ...simulatedSubject.shape,
    event: simulatedEvent.optional().meta({ description: 'The event that starts the execution.' }),
  })
  .refine(
    ({ subjectId, subjectAttributes }) => (subjectId === undefined) !== (subjectAttributes === undefined),
    'must have either subjectId or subjectAttributes',
  )
  .meta({
    id: 'TestWebhook',
    examples: [
      {
        step: {
          id: 'tell-crm',
          kind: 'webhook',
          url: 'https://crm.example.com/hooks/apex',
          body: '{{ email | json }}',
        },
        subjectAttributes: { email: 'ada@example.com', plan: 'pro' },
      },
    ],
  });

export const webhookTest = z
  .object({
    outcome: z.enum(['delivered', 'failed']),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the call failed, as recorded in executions.', example: 'http_500' }),
    message: z.string().nullable().meta({ description: 'The reason in words.' }),
    remedy: z.string().nullable().meta({ description: 'What to do, if known.' }),
    wouldRetry: z.boolean().meta({ description: 'Whether an execution would retry the call.' }),
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).meta({ description: 'Header names are lowercase.' }),
        body: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          'The request as sent, with `********` in place of secrets and credentials. Null if the step cannot ' +
          'be converted to a request.',
      }),
    response: z
      .object({
        status: z.number().int(),
        body: z.string().meta({ description: 'The first 1,024 bytes as UTF-8, with `********` in place of secrets.' }),
        isCut: z.boolean().meta({ description: 'Whether the body was truncated.' }),
      })
      .nullable()
      .meta({ description: 'Null if there was no response.' }),
    durationMs: z.number().int().nullable().meta({ description: 'Duration of the call. Null if there was none.' }),
  })
  .meta({ id: 'WebhookTest', description: 'The request and the response.' });
