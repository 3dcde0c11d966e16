import { z } from 'zod';
import { jsonObject, jsonText, refuseBy } from '../json/schemas';
import { emailAddress } from '../email/schemas';
import { userId, visitorId } from '../identity/schemas';
import { skipReasons } from '../journeys/skip-reasons';
import { textLimits } from '../text-limits';
import { longestUrl, urlProblem } from './event-url';

/**
 * Shapes of tracking events. Unknown fields are dropped, because public ingestion ignores
 * them.
 */

const eventUrl = z
  .string()
  .superRefine(refuseBy(urlProblem, 'INVALID_URL'))
  .meta({ description: 'Absolute URL of at most 2,048 characters.', format: 'uri', maxLength: longestUrl });
const timestamp = z.iso.datetime({ offset: true });

const optionalParts = {
  data: jsonObject.optional(),
  referrer: jsonText(4_000).nullable().optional(),
  timestamp: timestamp.optional(),
  messageId: jsonText(100, 1)
    .optional()
    .meta({ description: 'Deduplication key: repeats within 24 hours are stored once.' }),
  userId: userId.optional(),
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
  userId: userId
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
    userId: userId.optional(),
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
    userId: userId.optional(),
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

export const skippedJourney = z.object({
  journeyId: z.string(),
  reason: z.enum(skipReasons).meta({
    description:
      'audience: the person is not in the audience. reentry: the re-entry rule does not let them enter again. ' +
      'holdout: they are in the holdout group. paused: the journey is paused. unverified: the event names no person, ' +
      'and its visitor has no verified link to one. duplicate: an event with this messageId was stored before.',
  }),
});

export const ingestionResponse = z
  .object({
    received: z.number().int().meta({ description: 'Events stored, including repeats of stored events.' }),
    rejected: z
      .array(z.object({ index: z.number().int(), code: z.string(), message: z.string() }))
      .optional()
      .meta({
        description:
          'Events that were not stored, by code: VALIDATION_ERROR, PAYLOAD_TOO_LARGE, PLACEHOLDER_ID, INVALID_URL or ' +
          'IDENTITY_CONFLICT.',
      }),
  })
  .meta({ id: 'IngestionAnswer' });

export const ingestionWarnings = z
  .array(z.object({ index: z.number().int(), code: z.literal('AMOUNT_IGNORED'), message: z.string() }))
  .optional()
  .meta({ description: 'Events that were stored without their amount.' });

/** Response to a keyed caller or a member. */
export const keyedIngestionResponse = ingestionResponse
  .extend({
    started: z
      .array(z.object({ journeyId: z.string(), executionId: z.string() }))
      .optional()
      .meta({ description: 'For a single event: the journeys that it started.' }),
    skipped: z
      .array(skippedJourney)
      .optional()
      .meta({ description: 'For a single event: the journeys that it triggered and did not start, with the reason.' }),
    warnings: ingestionWarnings,
  })
  .meta({ id: 'KeyedIngestionAnswer' });

/** An event about a person who is named by the path. */
export const personEventBody = z
  .strictObject({
    type: eventType,
    visitorId: visitorId.optional().meta({ description: 'A visitor to link to the person.' }),
    url: serverEventParts.url,
    referrer: optionalParts.referrer,
    data: optionalParts.data,
    timestamp: optionalParts.timestamp,
    messageId: optionalParts.messageId,
  })
  .meta({ id: 'PersonEvent', examples: [{ type: 'call_completed', data: { minutes: 12 } }] });

export type BatchEvent = z.output<typeof batchEvent>;
export type ServerEvent = z.output<typeof serverEvent>;

/** Bodies of the two routes: a single event, or a batch, which is recognized by its `events`. */
export const ingestionBody = z.union([snippetEventBody, eventBatchBody]);
export const serverIngestionBody = z.union([serverEventBody, serverBatchBody]);
