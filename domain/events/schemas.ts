import { z } from 'zod';
import { jsonObject, jsonText } from '../json/schemas';
import { visitorId } from '../identity/schemas';

/** Shapes of tracking events (contract, sections 4 and 10). Unknown fields are left out: public ingestion ignores them. */

const eventUrl = jsonText(4_000, 1);
const timestamp = z.iso.datetime({ offset: true });

const optionalParts = {
  data: jsonObject.optional(),
  referrer: jsonText(4_000).nullable().optional(),
  timestamp: timestamp.optional(),
  messageId: jsonText(100, 1).optional().meta({ description: 'Dedupe key: a repeat within 24 h is stored once.' }),
  userId: jsonText(200, 1).optional(),
};

const eventType = jsonText(200, 1).meta({ example: 'pageview' });

export const batchEvent = z
  .object({ type: eventType, url: eventUrl, visitorId: visitorId.optional(), ...optionalParts })
  .meta({ id: 'BatchEvent' });

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

export const ingestionAnswer = z
  .object({
    received: z.number().int().meta({ description: 'Events stored, and repeats of stored ones.' }),
    rejected: z
      .array(z.object({ index: z.number().int(), code: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'Events of the batch that were not stored.' }),
  })
  .meta({ id: 'IngestionAnswer' });

export type BatchEvent = z.infer<typeof batchEvent>;
