import { z } from 'zod';
import { instant } from '../time/schemas';
import { jsonText } from '../json/schemas';

/**
 * The messages that Amazon SNS posts, and the Amazon SES events in them. Sources: "Parsing Amazon SNS message formats";
 * "Contents of Amazon SES notifications"; "Event publishing: contents of event data".
 */

const confirmation = { Token: jsonText(4_000), SubscribeURL: jsonText(8_000) };

/** Unknown fields are ignored, because SNS may add fields. */
const common = {
  MessageId: jsonText(200, 1),
  TopicArn: jsonText(400, 1),
  Message: jsonText(300_000),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.string().max(10),
  Signature: z.string().min(1).max(4_000),
  SigningCertURL: z.string().min(1).max(2_000),
};

const exampleTopic = 'arn:aws:sns:us-east-1:123456789012:apex-mail';
const example = {
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: exampleTopic,
  Message: '{"eventType":"Delivery","mail":{"messageId":"…"}}',
  Timestamp: '2026-01-01T00:00:00.000Z',
  SignatureVersion: '2',
  Signature: 'EXAMPLE',
  SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
};
const confirmationExample = {
  Message: 'You have chosen to subscribe to the topic.',
  Token: 'EXAMPLE',
  SubscribeURL: `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${exampleTopic}&Token=EXAMPLE`,
};

const notification = z
  .object({ Type: z.literal('Notification'), Subject: jsonText(1_000).nullish(), ...common })
  .meta({ examples: [{ Type: 'Notification', ...example }] });
const subscription = z
  .object({ Type: z.literal('SubscriptionConfirmation'), ...common, ...confirmation })
  .meta({ examples: [{ Type: 'SubscriptionConfirmation', ...example, ...confirmationExample }] });
const unsubscription = z
  .object({ Type: z.literal('UnsubscribeConfirmation'), ...common, ...confirmation })
  .meta({ examples: [{ Type: 'UnsubscribeConfirmation', ...example, ...confirmationExample }] });

export const snsMessage = z.discriminatedUnion('Type', [notification, subscription, unsubscription]).meta({
  id: 'SnsMessage',
  description: 'A message from an HTTPS subscription of Amazon SNS. Raw message delivery must be off.',
});

export const feedbackResponse = z
  .object({
    outcome: z.enum(['processed', 'duplicate', 'ignored', 'unreadable', 'confirmed']).meta({
      description:
        '`ignored`: a valid message that is not about an email of this service, or that changes nothing. `unreadable`: ' +
        'a bounce or complaint whose email or recipient cannot be determined. It is kept for 30 days.',
    }),
  })
  .meta({ id: 'FeedbackTaken' });

/** A part that may be missing or null. An invalid part counts as missing, so that the rest can still be used. */
const optional = <Part extends z.ZodType>(part: Part) => part.nullish().catch(null);

/** A list without its invalid items. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  optional(z.array(optional(item))).transform((items) => (items ?? []).flatMap((one) => one ?? []));

const text = z.string();
const address = z.string().min(1).max(1_000);
const recipients = listOf(z.object({ emailAddress: address, status: optional(text), diagnosticCode: optional(text) }));

/** An SES event in either of its two formats. */
export const sesEvent = z.object({
  eventType: optional(text),
  notificationType: optional(text),
  mail: z.object({
    messageId: optional(z.string().min(1).max(500)),
    timestamp: optional(instant),
    destination: listOf(address),
    headers: listOf(z.object({ name: text, value: text })),
    tags: optional(z.record(text, listOf(text))),
  }),
  delivery: optional(z.object({ timestamp: optional(instant) })),
  bounce: optional(
    z.object({
      bounceType: text,
      bounceSubType: optional(text),
      bouncedRecipients: recipients,
      timestamp: optional(instant),
    }),
  ),
  complaint: optional(
    z.object({
      complaintFeedbackType: optional(text),
      complainedRecipients: recipients,
      timestamp: optional(instant),
    }),
  ),
  deliveryDelay: optional(
    z.object({ delayType: optional(text), delayedRecipients: recipients, timestamp: optional(instant) }),
  ),
  reject: optional(z.object({ reason: optional(text) })),
});

export type SnsMessage = z.infer<typeof snsMessage>;
export type SesEvent = z.infer<typeof sesEvent>;
