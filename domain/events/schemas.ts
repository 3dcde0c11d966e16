import { z } from 'zod';
import { jsonObject, jsonText } from '../json/schemas';
import { emailAddress } from '../email/schemas';
import { visitorId } from '../identity/schemas';
import { textLimits } from '../text-limits';

/**
 * Shapes of tracking events. Unknown fields are dropped, because public ingestion ignores
 * them.
 */

const eventUrl = jsonText(4_000, 1);
const timestamp = z.iso.datetime({ offset: true });

const optionalParts = {
  data: jsonObject.optional(),
  referrer: jsonText(4_000).nullable().optional(),
  timestamp: timestamp.optional(),
  messageId: jsonText(100, 1)
    .optional()
    .meta({ description: 'Deduplication key: repeats within 24 hours are stored once.' }),
  userId: jsonText(200, 1).optional(),
};

const eventType = jsonText(textLimits.eventName, 1).meta({ example: 'pageview' });

export const batchEvent = z
  .object({ type: eventType, url: eventUrl, visitorId: visitorId.optional(), ...optionalParts })
  .meta({ id: 'BatchEvent' });

const serverEventParts = {
  type: eventType,
  visitorId: visitorId.optional(),
  email: emailAddress
    .optional()
    .meta({ description: 'The person’s email address. An unknown address creates the person.' }),
  url: eventUrl.nullable().optional(),
  ...optionalParts,
  userId: jsonText(200, 1)
    .optional()
    .meta({ description: 'The id of a lead, or your own id of the person. An unknown id creates the person.' }),
};

/** A server's event about a visitor, a person, or both. */
export const serverEvent = z.strictObject(serverEventParts).meta({ id: 'ServerEvent' });

const keys = { workspaceKey: jsonText(200, 1).optional(), projectKey: jsonText(200, 1).optional() };

export const snippetEventBody = z
  .object({ ...keys, type: eventType, visitorId, url: eventUrl, ...optionalParts, sentAt: timestamp.optional() })
  .meta({
    id: 'SnippetEvent',
    examples: [
      {
        workspaceKey: 'svc_pk_YourWorkspace',
        type: 'pageview',
        visitorId: 'v-8f14e45f',
        url: 'https://shop.example.com/pricing',
      },
    ],
  });

export const eventBatchBody = z
  .object({
    ...keys,
    events: z.array(z.unknown()).min(1).max(500),
    visitorId: visitorId.optional(),
    userId: jsonText(200, 1).optional(),
    sentAt: timestamp.optional(),
  })
  .meta({
    id: 'EventBatch',
    examples: [
      {
        workspaceKey: 'svc_pk_YourWorkspace',
        visitorId: 'v-8f14e45f',
        events: [
          { type: 'purchase', url: 'https://shop.example.com/thanks', data: { revenue: 49.9, currency: 'EUR' } },
        ],
      },
    ],
  });

const ownKeys = {
  workspaceKey: keys.workspaceKey.meta({
    description: 'Not needed, because the secret key identifies the workspace. If set, it must match.',
  }),
  projectKey: keys.projectKey.meta({ description: 'Older name of workspaceKey.' }),
};

export const serverEventBody = z.strictObject({ ...serverEventParts, ...ownKeys, sentAt: timestamp.optional() }).meta({
  id: 'ServerEventBody',
  examples: [
    { type: 'subscription_started', email: 'ada@example.com', data: { plan: 'pro' }, messageId: 'sub_8812-started' },
  ],
});

export const serverBatchBody = z
  .strictObject({
    ...ownKeys,
    events: z.array(z.unknown()).min(1).max(500),
    visitorId: visitorId.optional(),
    userId: jsonText(200, 1).optional(),
    email: emailAddress.optional(),
    sentAt: timestamp.optional(),
    historical: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether the events are historical data. Their times are kept, however old. They start no journeys, ' +
          'reach no journey goals and end no waits. ' +
          'Reports, conditions and conversions count them like other events.',
      }),
  })
  .meta({
    id: 'ServerEventBatch',
    examples: [
      { events: [{ type: 'order_shipped', userId: 'customer-4711', data: { orders: 1 } }] },
      {
        historical: true,
        events: [
          { type: 'order_shipped', userId: 'customer-4711', timestamp: '2026-02-03T10:15:00Z', messageId: 'order-17' },
        ],
      },
    ],
  });

export const ingestionResponse = z
  .object({
    received: z.number().int().meta({ description: 'Events stored, including repeats of stored events.' }),
    rejected: z
      .array(z.object({ index: z.number().int(), code: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'Events that were not stored.' }),
  })
  .meta({ id: 'IngestionAnswer' });

export type BatchEvent = z.output<typeof batchEvent>;
export type ServerEvent = z.output<typeof serverEvent>;

/** Bodies of the two routes: a single event, or a batch, which is recognized by its `events`. */
export const ingestionBody = z.union([snippetEventBody, eventBatchBody]);
export const serverIngestionBody = z.union([serverEventBody, serverBatchBody]);
