import { z } from 'zod';
import { subjectText } from '../email/schemas';
import { jsonText, jsonValue } from '../json/schemas';

/** Shapes of transactional sends (specification, "Transactional email"; contract, sections 8 and 10). */

const recipient = jsonText(320, 1).meta({ description: 'One email address, without a display name.' });

const tags = z
  .record(jsonText(100, 1), z.union([jsonText(500), z.number(), z.boolean()]))
  .refine((given) => Object.keys(given).length <= 50, 'must have at most 50 tags')
  .meta({ description: 'Kept and shown with the record. Codes and passwords do not belong here.' });

/** One line, as a header has it. */
const subjectLine = subjectText(1).regex(
  /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u,
  'must be one line, without line breaks or control characters',
);

const body = jsonText(500_000, 1);

/** A field of the other shape. */
const notHere = z.never('A send has either commId or subject with html or text, not both.').optional();

const inlineSendBody = z
  .strictObject({
    to: recipient,
    subject: subjectLine,
    html: body.optional(),
    text: body.optional(),
    tags: tags.optional(),
    commId: notHere,
    variables: notHere,
    strict: notHere,
  })
  .refine(({ html, text }) => html !== undefined || text !== undefined, 'needs html, text or both')
  .meta({
    id: 'InlineSend',
    description: 'A message as it is: subject and bodies are no templates.',
    examples: [
      {
        to: 'ada@example.com',
        subject: 'Your receipt',
        html: '<p>Thank you.</p>',
        text: 'Thank you.',
        tags: { order: '1001' },
      },
    ],
  });

export const templateSendBody = z
  .strictObject({
    to: recipient,
    commId: jsonText(100, 1).meta({
      description: 'A transactional communication, or a template of the catalog by name.',
    }),
    variables: z
      .record(jsonText(200, 1), jsonValue)
      .optional()
      .meta({ description: 'Text, numbers and booleans by name; nested objects serve dotted names.' }),
    tags: tags.optional(),
    strict: z.boolean().optional().meta({ description: 'Whether a missing variable refuses the send. Default false.' }),
    subject: notHere,
    html: notHere,
    text: notHere,
  })
  .meta({
    id: 'TemplateSend',
    examples: [
      { to: 'ada@example.com', commId: 'password-reset', variables: { reset_url: 'https://example.com/r/1' } },
    ],
  });

export const sendBody = z.union([inlineSendBody, templateSendBody]);

export const sendHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1, 'must not be empty: leave the header out, or send a key')
    .max(255, 'must have at most 255 characters')
    .optional()
    .meta({ description: 'A retry with the same key and payload gets the first answer, for 24 hours.' }),
  'x-svc-mode': z
    .enum(['sandbox', 'live'], 'must be "sandbox" or "live"')
    .optional()
    .meta({ description: 'sandbox simulates the outcome and delivers nothing. Default live.' }),
});

const mode = z.enum(['live', 'sandbox']);

export const sendResponse = z
  .object({
    id: z.string(),
    message_id: z.string().meta({ description: 'The provider’s id; begins with sbx_ in the sandbox.' }),
    status: z.literal('sent'),
    mode,
  })
  .meta({ id: 'TransactionalSend' });

export const failedSend = z
  .object({ error: z.object({ code: z.enum(['suppressed', 'bounce', 'send_failed']), message: z.string() }) })
  .meta({ id: 'FailedSend' });

const sendEvent = z
  .object({
    kind: z.enum(['delivery', 'open', 'click', 'bounce', 'complaint', 'delay', 'reject', 'unsubscribe', 'resubscribe']),
    at: z.iso.datetime().meta({ description: 'When it happened, or happened first.' }),
    count: z.number().int().meta({
      description:
        'How often: an open, a click of one link, and a reader’s choice are one entry, however often they are repeated.',
    }),
    lastAt: z.iso.datetime(),
    automated: z.boolean().meta({ description: 'Of opens and clicks: made by a program, not by a person.' }),
    link: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Of clicks: the link’s place among the tracked ones, from 1.' }),
    detail: z.string().nullable().meta({ description: 'Types and codes, such as "Permanent/General 5.1.1".' }),
  })
  .meta({ id: 'SendEvent' });

export const recentSend = z
  .object({
    id: z.string(),
    messageId: z.string().nullable(),
    to: z.string(),
    subject: z.string().meta({ description: 'The template’s, with its placeholders; of an inline send the one sent.' }),
    commId: z.string().nullable(),
    status: z.enum(['sending', 'sent', 'failed', 'unknown']),
    failure: z.string().nullable(),
    mode,
    tags: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    deliveredAt: z.iso.datetime().nullable(),
    events: z.array(sendEvent).meta({ description: 'The newest hundred, oldest first.' }),
  })
  .meta({ id: 'RecentSend' });

export type SendBody = z.infer<typeof sendBody>;
export type TemplateSendBody = z.infer<typeof templateSendBody>;
export type Tags = z.infer<typeof tags>;
