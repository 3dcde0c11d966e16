import { z } from 'zod';
import { emailAddress } from '../../email/schemas';
import { timeBounds } from '../../time/schemas';
import { callFailures } from '../../webhooks/call-failures';
import { executionStatus, namedExecution, stepKind } from '../schemas';
import { stepActions } from './actions';

/** Shapes of a journey's executions: the list, and a single execution in detail. */

const stepStatus = z.enum(['waiting', 'executed', 'skipped', 'failed']);

export const executionFilter = {
  status: executionStatus.optional(),
  stepId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'The current or last step. With `stepStatus`, any step that the execution reached.' }),
  stepStatus: stepStatus.optional().meta({
    description:
      'The status of the step in `stepId`. `waiting` selects running executions that are at the step now. The counts ' +
      'are those of the step statistics.',
  }),
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  endUserId: z.string().min(1).max(100).optional(),
  email: emailAddress.optional().meta({ description: 'The full email address of the person.' }),
  ...timeBounds,
};

const sendEvent = z.object({
  kind: z.string().meta({ description: 'delivery, open, click, bounce, complaint, delay, reject, unsubscribe, …' }),
  at: z.iso.datetime(),
  count: z.number().int(),
  automated: z.boolean().meta({ description: 'Whether a program, such as a scanner, caused it.' }),
  url: z.string().nullable().meta({ description: 'For a click: the destination without query and fragment.' }),
});

const stepSend = z
  .object({
    id: z.string(),
    communicationId: z.string(),
    status: z.enum(['queued', 'sending', 'sent', 'failed', 'unknown']),
    failure: z.string().nullable(),
    subject: z.string().nullable().meta({ description: 'Subject of the published content, with Liquid placeholders.' }),
    sentAt: z.iso.datetime().nullable(),
    warnings: z.array(z.string()).meta({
      description: 'What the message lacked: a button without a URL, a value that could not be printed.',
    }),
    events: z.array(sendEvent).meta({ description: 'Events of the message, oldest first.' }),
  })
  .meta({ id: 'StepSend', description: 'The message of a send step.' });

const webhookTry = z
  .object({
    number: z.number().int(),
    at: z.iso.datetime(),
    durationMs: z.number().int(),
    statusCode: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Status code of the response. Null if there was none.' }),
    failure: z
      .string()
      .nullable()
      .meta({
        description:
          `Why there was no response: ${[...Object.keys(callFailures), 'egress_refused'].join(', ')}. Null if ` +
          'there was one.',
        example: 'tls_expired',
      }),
  })
  .meta({ id: 'WebhookTry' });

export const executionStep = z
  .object({
    stepId: z.string(),
    kind: stepKind,
    name: z.string().nullable(),
    status: stepStatus,
    reason: z.string().nullable().meta({ description: 'Why the step was skipped or failed.' }),
    armId: z.string().nullable().meta({ description: 'The chosen arm. `else` for the default path of a branch.' }),
    enteredAt: z.iso.datetime(),
    leftAt: z.iso.datetime().nullable(),
    resumesAt: z.iso.datetime().nullable().meta({ description: 'Latest end of a wait.' }),
    awaitsEvent: z.string().nullable().meta({ description: 'Name of the awaited event.' }),
    eventReceived: z.boolean().meta({ description: 'Whether the awaited event arrived in time.' }),
    send: stepSend.nullable(),
    tries: z.array(webhookTry).meta({ description: 'Calls of a webhook step.' }),
  })
  .meta({ id: 'ExecutionStep', description: 'A step that an execution has reached.' });

export const executionDetail = namedExecution
  .extend({
    journeyId: z.string(),
    startedBy: z.enum(['event', 'hand', 'service']).meta({
      description:
        'Whether an event, a person or key (`hand`), or a service with an idempotency key started the execution.',
    }),
    goalReached: z.boolean(),
    retries: z.number().int().meta({ description: 'How often the execution was retried after it had failed.' }),
    failure: z
      .object({
        cause: z.string().meta({ description: 'A reason of the step, or the type of the error.', example: 'http_503' }),
        error: z.string().meta({ description: 'The error in words.' }),
      })
      .nullable()
      .meta({ description: 'Why the execution failed. Null unless its status is FAILED.' }),
    steps: z.array(executionStep).meta({ description: 'In the order in which the execution reached them.' }),
  })
  .meta({ id: 'ExecutionDetail', description: 'An execution with all its steps and messages.' });

export const executionMessage = z.object({ subject: z.string(), html: z.string(), text: z.string() }).meta({
  id: 'ExecutionMessage',
  description: 'The message of a send step, with the published content and the current data of the person.',
});

export type ExecutionDetail = z.infer<typeof executionDetail>;

const currentStep = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'The current step. Another one is refused with 409.' });

/** The body of an action on an execution. */
export const executionAction = z
  .discriminatedUnion('action', [
    z.strictObject({
      action: z.enum(stepActions).meta({
        description:
          '`skip_step` leaves a send or webhook step without performing it. `retry_now` performs a pending step again ' +
          'without waiting for its next attempt. `move_on` ends a wait now, as if its time were over.',
      }),
      stepId: currentStep,
    }),
    z.strictObject({
      action: z.literal('end').meta({ description: 'Ends the execution as CANCELED with your reason.' }),
      reason: z.string().trim().min(1).max(100),
    }),
  ])
  .meta({
    id: 'ExecutionAction',
    examples: [
      { action: 'skip_step', stepId: 'welcome' },
      { action: 'end', reason: 'Asked by support' },
    ],
  });
export type ExecutionAction = z.output<typeof executionAction>;
