import { z } from 'zod';
import { jsonObject } from '../../json/schemas';
import { activityKinds } from './kinds';

/** Shapes of a person's activity. */

const kind = z.enum(activityKinds);

export const activityFilter = {
  kinds: z
    .string()
    .max(200)
    .optional()
    .transform((list) => list?.split(',').map((one) => one.trim()))
    .pipe(z.array(kind).min(1).optional())
    .meta({ description: `Kinds to list, separated by commas: ${activityKinds.join(', ')}. Default: all.` }),
  since: z.iso.datetime({ offset: true }).optional().meta({ description: 'The earliest time, included.' }),
  until: z.iso.datetime({ offset: true }).optional().meta({ description: 'The latest time, not included.' }),
};

export const happening = z
  .object({
    id: z.string(),
    kind,
    at: z.iso.datetime().meta({ description: 'When it happened.' }),
    processedAt: z.iso.datetime().meta({ description: 'When the service received it.' }),
    title: z.string().meta({ description: 'In a few words.', example: 'Message opened' }),
    detail: z.string().nullable().meta({ description: 'Names, reasons and addresses, in one line.' }),
    ref: z
      .object({
        kind: z.enum(['event', 'message', 'execution', 'experiment', 'visitor']),
        id: z.string(),
        journeyId: z.string().optional(),
      })
      .nullable(),
    payload: jsonObject.meta({ description: 'What was stored.' }),
  })
  .meta({ id: 'Happening' });

const instant = z.iso.datetime();

export const personOverview = z
  .object({
    externalIds: z.array(z.string()).meta({ description: 'Ids of the person in your own systems.' }),
    suppression: z
      .object({ id: z.string(), reason: z.string(), origin: z.string(), createdAt: instant })
      .nullable()
      .meta({ description: 'Why the address gets no email; null if it may get email.' }),
    journeys: z
      .array(
        z.object({
          executionId: z.string(),
          journeyId: z.string(),
          name: z.string(),
          version: z.int(),
          stepId: z.string(),
          startedAt: instant,
        }),
      )
      .meta({ description: 'Running executions, newest first.' }),
    experiments: z
      .array(
        z.object({
          experimentId: z.string(),
          name: z.string(),
          variantId: z.string(),
          variant: z.string().nullable(),
          seenAt: instant,
        }),
      )
      .meta({ description: 'Variants seen in experiments that are not completed.' }),
    visitors: z
      .array(
        z.object({
          visitorId: z.string(),
          strength: z.enum(['asserted', 'verified']),
          source: z.string().nullable(),
          linkedAt: instant,
          lastSeenAt: instant.nullable(),
          device: z.string().nullable(),
        }),
      )
      .meta({ description: 'Linked visitors, newest link first.' }),
  })
  .meta({ id: 'PersonOverview' });

const rows = z.array(jsonObject);

export const personExport = z
  .object({
    exportedAt: instant,
    person: jsonObject,
    externalIds: rows,
    suppressions: rows,
    visitors: rows,
    visits: rows,
    conversions: rows,
    journeyEntries: rows,
    webhookCalls: rows,
    transactionalMessages: rows,
    activity: rows.meta({ description: 'All activity, newest first, each row with what was stored.' }),
  })
  .meta({ id: 'PersonExport' });
