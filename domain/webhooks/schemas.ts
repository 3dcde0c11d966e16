import { z } from 'zod';
import { simulatedEvent, simulatedSubject } from '../journeys/simulation/schemas';
import { webhookStep } from '../journeys/schemas';

/** Shapes of a call that tries a webhook step out (docs/WEBHOOKS.md). */

export const testWebhookBody = z
  .strictObject({
    step: webhookStep.partial({ next: true }).meta({
      description: 'As it is, saved or not. A header that carries the mask stands for the stored value.',
    }),
    ...simulatedSubject.shape,
    event: simulatedEvent.optional().meta({ description: 'What would have started the run.' }),
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
    reason: z.string().nullable().meta({ description: 'Why it failed, as executions record it.', example: 'http_500' }),
    message: z.string().nullable().meta({ description: 'The same in words.' }),
    remedy: z.string().nullable().meta({ description: 'What helps, where that is known.' }),
    wouldRetry: z.boolean().meta({ description: 'Whether an execution would try again.' }),
    request: z
      .object({
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).meta({ description: 'Names in lower case.' }),
        body: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          'As it went out, with `********` in place of secrets and credentials. Null when the step cannot be made into a request.',
      }),
    response: z
      .object({
        status: z.number().int(),
        body: z.string().meta({ description: 'The first 1,024 bytes, read as UTF-8; `********` in place of secrets.' }),
        isCut: z.boolean().meta({ description: 'Whether the body was cut.' }),
      })
      .nullable()
      .meta({ description: 'Null without an answer.' }),
    durationMs: z.number().int().nullable().meta({ description: 'Of the call; null when there was none.' }),
  })
  .meta({ id: 'WebhookTest', description: 'What was sent, and what came back.' });
