import { z } from 'zod';
import { subjectText } from '../email/schemas';
import { jsonText, jsonValue } from '../json/schemas';

/** Shapes of transactional sends. */

const recipient = jsonText(320, 1).meta({ description: 'One email address, without a display name.' });

const tags = z
  .record(jsonText(100, 1), z.union([jsonText(500), z.number(), z.boolean()]))
  .refine((given) => Object.keys(given).length <= 50, 'must have at most 50 tags')
  .meta({ description: 'Stored and shown with the send. Do not include codes or passwords.' });

/** One line, as required in a header. */
const subjectLine = subjectText(1).regex(
  /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u,
  'must be one line, without line breaks or control characters',
);

const body = jsonText(500_000, 1);

/** A field that belongs to the other shape. */
const notHere = z
  .never('is not allowed here. A send has either commId, or subject with html or text, not both')
  .optional();

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
  .refine(({ html, text }) => html !== undefined || text !== undefined, 'must have html, text or both')
  .meta({
    id: 'InlineSend',
    description: 'A complete message. The subject and bodies are not templates.',
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
      description: 'Id of a transactional communication, or name of a catalog template.',
    }),
    variables: z
      .record(jsonText(200, 1), jsonValue)
      .optional()
      .meta({ description: 'Strings, numbers and booleans by name. Nested objects can be used for dotted names.' }),
    tags: tags.optional(),
    strict: z
      .boolean()
      .optional()
      .meta({ description: 'Whether to reject the send if a variable is missing. Default false.' }),
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
    .min(1, 'must not be empty. Send a key, or leave the header out')
    .max(255, 'must be at most 255 characters')
    .optional()
    .meta({ description: 'For 24 hours, retries with the same key and payload get the first response.' }),
  'x-svc-mode': z
    .enum(['sandbox', 'live'], 'must be "sandbox" or "live"')
    .optional()
    .meta({ description: 'sandbox simulates the outcome and delivers nothing. Default live.' }),
});

const mode = z.enum(['live', 'sandbox']);

export const sendResponse = z
  .object({
    id: z.string(),
    message_id: z.string().meta({ description: 'Id from the provider. Starts with sbx_ in the sandbox.' }),
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
    at: z.iso.datetime().meta({ description: 'Time of the first occurrence.' }),
    count: z.number().int().meta({
      description:
        'Number of occurrences. Repeated opens, clicks of the same link and choices of the reader are one entry.',
    }),
    lastAt: z.iso.datetime(),
    automated: z.boolean().meta({ description: 'For opens and clicks: whether a program caused it.' }),
    link: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'For clicks: the position of the link among the tracked links, starting at 1.' }),
    detail: z.string().nullable().meta({ description: 'Types and codes such as "Permanent/General 5.1.1".' }),
  })
  .meta({ id: 'SendEvent' });

export const recentSend = z
  .object({
    id: z.string(),
    messageId: z.string().nullable(),
    to: z.string(),
    subject: z
      .string()
      .meta({ description: 'Subject of the template with its placeholders. For an inline send, the subject sent.' }),
    commId: z.string().nullable(),
    status: z.enum(['sending', 'sent', 'failed', 'unknown']),
    failure: z.string().nullable(),
    mode,
    tags: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    deliveredAt: z.iso.datetime().nullable(),
    events: z.array(sendEvent).meta({ description: 'The newest 100 events, oldest first.' }),
  })
  .meta({ id: 'RecentSend' });

export type SendBody = z.infer<typeof sendBody>;
export type TemplateSendBody = z.infer<typeof templateSendBody>;
export type Tags = z.infer<typeof tags>;
