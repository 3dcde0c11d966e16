import { z } from 'zod';
import { skippedJourney } from '../events/schemas';

/** Shapes of live events, rejected events and the catalog of event types. */

const text = z.string().nullable();
const journey = z.object({ journeyId: z.string(), journeyName: z.string() });

export const liveEvent = z
  .object({
    event: z.object({
      id: z.string().meta({ description: 'Id of the event, or of the rejected event.' }),
      type: z.string(),
      occurredAt: z.iso.datetime().nullable().meta({ description: 'Null for a rejected event.' }),
      receivedAt: z.iso.datetime(),
      visitorId: text,
      userId: text,
      url: text,
      referrer: text,
      channel: text,
      data: z.unknown().meta({ description: 'The data of the event; for a rejected event, the event as received.' }),
      messageId: text,
      clockAdjusted: z.boolean(),
    }),
    person: z.object({ id: z.string(), email: text }).nullable(),
    outcome: z.object({
      status: z.enum(['stored', 'bot', 'rejected']),
      started: z.array(journey.extend({ executionId: z.string() })),
      matched: z
        .array(journey.extend({ executionId: z.string() }))
        .meta({ description: 'Waits that the event ended.' }),
      goals: z
        .array(journey.extend({ executionId: z.string() }))
        .meta({ description: 'Journeys that reached their goal.' }),
      skipped: z.array(journey.extend({ reason: skippedJourney.shape.reason })),
      conversions: z.array(z.object({ id: z.string(), name: z.string() })),
      rejection: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  })
  .meta({ id: 'LiveEvent' });

export type LiveEvent = z.infer<typeof liveEvent>;

/** Filters of live events. */
export const liveQuery = z.strictObject({
  type: z.string().min(1).max(200).optional(),
  visitorId: z.string().min(1).max(200).optional(),
  person: z.string().min(1).max(320).optional().meta({ description: 'The id or the email address of a person.' }),
});

export const rejectedEventRecord = z
  .object({
    id: z.string(),
    receivedAt: z.iso.datetime(),
    origin: z.enum(['public', 'server']),
    code: z.string(),
    message: z.string(),
    type: text.meta({ description: 'The type of the event, if it has one.' }),
    payload: z.string().meta({ description: 'The event as received, as JSON text.' }),
  })
  .meta({ id: 'RejectedEvent' });

const propertyTypes = z.enum(['string', 'number', 'boolean', 'date', 'object', 'array']);

export const eventTypeRecord = z
  .object({
    type: z.string(),
    count30d: z.number().int().meta({ description: 'Events of the last 30 days, including today. Without bots.' }),
    firstSeen: z.iso.datetime().nullable(),
    lastSeen: z.iso.datetime().nullable(),
    days: z
      .array(z.object({ day: z.iso.date(), count: z.number().int() }))
      .meta({ description: 'The last 30 days in the workspace’s timezone, oldest first.' }),
    properties: z
      .array(
        z.object({
          name: z.string(),
          types: z.array(propertyTypes),
          examples: z.array(z.union([z.string(), z.number(), z.boolean()])).meta({
            description:
              'Values that several people share. Never values that look like names, addresses, phone numbers or ids.',
          }),
        }),
      )
      .meta({ description: 'Properties of `data`, from samples.' }),
    hasMoreProperties: z.boolean().meta({ description: 'Whether properties beyond the first 50 are left out.' }),
    usedBy: z.array(
      z.object({
        kind: z.enum(['conversion', 'trigger', 'experiment', 'audience', 'journey']),
        id: z.string(),
        name: z.string(),
      }),
    ),
  })
  .meta({ id: 'EventType' });

export type EventTypeRecord = z.infer<typeof eventTypeRecord>;
