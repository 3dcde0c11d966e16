import { z } from 'zod';
import { emailAddress } from '../../email/schemas';
import { timeBounds } from '../../time/schemas';
import { callFailures } from '../../webhooks/call-failures';
import { executionStatus, namedExecution, stepKind } from '../schemas';

/** Shapes of a journey's executions: how they are listed, and one as a whole. */

export const executionFilter = {
  status: executionStatus.optional(),
  stepId: z.string().min(1).max(100).optional().meta({ description: 'Where it stands now, or ended.' }),
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  endUserId: z.string().min(1).max(100).optional(),
  email: emailAddress.optional().meta({ description: 'Whole address of the person.' }),
  ...timeBounds,
};

const sendEvent = z.object({
  kind: z.string().meta({ description: 'delivery, open, click, bounce, complaint, delay, reject, unsubscribe, …' }),
  at: z.iso.datetime(),
  count: z.number().int(),
  automated: z.boolean().meta({ description: 'Made by a program, such as a scanner.' }),
  url: z.string().nullable().meta({ description: 'Of a click: where it led, without query and fragment.' }),
});

const stepSend = z
  .object({
    id: z.string(),
    communicationId: z.string(),
    status: z.enum(['queued', 'sending', 'sent', 'failed', 'unknown']),
    failure: z.string().nullable(),
    subject: z.string().nullable().meta({ description: 'Of the frozen content, as it was written: Liquid.' }),
    sentAt: z.iso.datetime().nullable(),
    events: z.array(sendEvent).meta({ description: 'What became of it, oldest first.' }),
  })
  .meta({ id: 'StepSend', description: 'The message of a send step.' });

const webhookTry = z
  .object({
    number: z.number().int(),
    at: z.iso.datetime(),
    durationMs: z.number().int(),
    statusCode: z.number().int().nullable().meta({ description: 'Of the answer; null without one.' }),
    failure: z
      .string()
      .nullable()
      .meta({
        description: `Why there was no answer: ${[...Object.keys(callFailures), 'egress_refused'].join(', ')}. Null with an answer.`,
        example: 'tls_expired',
      }),
  })
  .meta({ id: 'WebhookTry' });

export const executionStep = z
  .object({
    stepId: z.string(),
    kind: stepKind,
    name: z.string().nullable(),
    status: z.enum(['waiting', 'executed', 'skipped', 'failed']),
    reason: z.string().nullable().meta({ description: 'Why it was skipped, or how it failed.' }),
    armId: z.string().nullable().meta({ description: 'The arm that was taken; `else` of a branch.' }),
    enteredAt: z.iso.datetime(),
    leftAt: z.iso.datetime().nullable(),
    resumesAt: z.iso.datetime().nullable().meta({ description: 'When a wait is over at the latest.' }),
    awaitsEvent: z.string().nullable().meta({ description: 'Name of the event that a wait is for.' }),
    eventReceived: z.boolean().meta({ description: 'That event came in time.' }),
    send: stepSend.nullable(),
    tries: z.array(webhookTry).meta({ description: 'Calls of a webhook step.' }),
  })
  .meta({ id: 'ExecutionStep', description: 'A step that an execution has met.' });

export const executionDetail = namedExecution
  .extend({
    journeyId: z.string(),
    startedBy: z
      .enum(['event', 'hand', 'service'])
      .meta({ description: 'An event, a person or key by hand, or a service under an idempotency key.' }),
    goalReached: z.boolean(),
    steps: z.array(executionStep).meta({ description: 'In the order in which it met them.' }),
  })
  .meta({ id: 'ExecutionDetail', description: 'An execution with everything that happened in it.' });

export const executionMessage = z.object({ subject: z.string(), html: z.string(), text: z.string() }).meta({
  id: 'ExecutionMessage',
  description: 'The message of a send step: the content that the version froze, with the person as they are now.',
});

export type ExecutionDetail = z.infer<typeof executionDetail>;
