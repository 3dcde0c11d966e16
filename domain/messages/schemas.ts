import { z } from 'zod';
import { jsonText } from '../json/schemas';
import { instantOrDate } from '../time/schemas';
import { messageKinds, messageStates } from './message-log';

/** Shapes of the log of messages. */

const state = z.enum(messageStates);
const kind = z.enum(messageKinds).meta({
  description: '`journey`: sent by a step of a journey. `notice`: to a member or an invited person.',
});

export const messageFilter = {
  state: state.optional().meta({ description: 'The newest state that Apex knows.' }),
  to: jsonText(254, 1)
    .optional()
    .meta({
      description:
        'An address or a part of one, in any case. A whole address matches only itself; if nothing has it, it matches ' +
        'as a part.',
    }),
  journeyId: z.string().min(1).max(100).optional(),
  communicationId: z.string().min(1).max(100).optional(),
  kind: kind.optional(),
  since: instantOrDate.optional().meta({ description: 'Earliest `createdAt`. A date (UTC) or a timestamp.' }),
  until: instantOrDate
    .optional()
    .meta({ description: 'Latest `createdAt`, inclusive. A date (UTC) includes the whole day.' }),
};

const time = (description: string) => z.iso.datetime().nullable().meta({ description });

export const message = z
  .object({
    id: z.string().meta({
      description: 'The id of the send. A message of a journey without a send has `<executionId>.<stepId>`.',
    }),
    kind,
    state,
    reason: z.string().nullable().meta({
      description: 'Why it was skipped or failed, or why it waits. The values are those of executions.',
      example: 'suppression',
    }),
    recipient: z.string().nullable().meta({ description: 'The address. Null after the person was erased.' }),
    subject: z.string().nullable().meta({
      description:
        'The subject of the template with its placeholders. For an inline transactional send, as it was sent.',
    }),
    communicationId: z.string().nullable(),
    communicationName: z.string().nullable().meta({ description: 'For a notice, the name of its template.' }),
    journeyId: z.string().nullable(),
    journeyName: z.string().nullable(),
    stepId: z.string().nullable(),
    executionId: z.string().nullable(),
    endUserId: z.string().nullable(),
    mode: z.enum(['live', 'sandbox']).meta({ description: '`sandbox`: simulated by a transactional send.' }),
    createdAt: z.iso.datetime(),
    sentAt: time('When the provider accepted it.'),
    deliveredAt: time('When the receiving server accepted it, as the provider reports.'),
    openedAt: time('The first open by a person. Programs are not counted.'),
    clickedAt: time('The first click by a person. Programs are not counted.'),
    bouncedAt: time('When the provider reported the bounce.'),
    complainedAt: time('When the person reported it as spam.'),
  })
  .meta({ id: 'Message', description: 'A message of a journey, a transactional message or a notice.' });

const messageEvent = z
  .object({
    kind: z.enum(['delivery', 'open', 'click', 'bounce', 'complaint', 'delay', 'reject', 'unsubscribe', 'resubscribe']),
    at: z.iso.datetime(),
    count: z.number().int(),
    lastAt: z.iso.datetime(),
    automated: z.boolean().meta({ description: 'Whether a program caused it.' }),
    detail: z.string().nullable().meta({ description: 'Types and codes such as "Permanent/General 5.1.1".' }),
    text: z.string().nullable().meta({ description: 'The text of the receiving server, at most 500 characters.' }),
  })
  .meta({ id: 'MessageEvent' });

export const messageDetail = message
  .extend({
    providerMessageId: z.string().nullable().meta({ description: 'The id at the email provider.' }),
    attempts: z.number().int().meta({
      description: 'How often it was given to the provider, or may have been. Refused attempts are not counted.',
    }),
    idempotencyKey: z.string().nullable().meta({
      description: 'For a transactional send with an Idempotency-Key: the key, for 24 hours.',
    }),
    bounce: z
      .object({
        type: z.string().nullable().meta({ example: 'Permanent' }),
        subType: z.string().nullable().meta({ example: 'General' }),
        code: z.string().nullable().meta({ description: 'The enhanced status code.', example: '5.1.1' }),
        text: z.string().nullable().meta({
          description: 'The text of the receiving server, at most 500 characters.',
          example: 'smtp; 550 5.1.1 user unknown',
        }),
      })
      .nullable(),
    clicks: z.array(
      z.object({
        link: z.number().int().nullable().meta({ description: 'The position of the link in the message, from 1.' }),
        url: z.string().nullable().meta({
          description: 'For messages of journeys: the destination without query and fragment.',
        }),
        automated: z.boolean(),
        count: z.number().int(),
        at: z.iso.datetime(),
        lastAt: z.iso.datetime(),
      }),
    ),
    events: z.array(messageEvent).meta({ description: 'The newest 100 events, oldest first.' }),
    warnings: z.array(z.string()).meta({ description: 'What the message lacked.' }),
    retry: z.object({
      isAllowed: z.boolean(),
      reason: z.string().nullable().meta({ description: 'Why it is not allowed.' }),
    }),
  })
  .meta({
    id: 'MessageDetail',
    description: 'A message and its history. The content and the variables of transactional messages are not stored.',
  });

export type MessageRecord = z.infer<typeof message>;
export type MessageDetail = z.infer<typeof messageDetail>;
