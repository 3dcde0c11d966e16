import { z } from 'zod';

/** Shapes of a journey's history: its versions and its audit log. */

const step = { stepId: z.string(), kind: z.string() };
const difference = {
  field: z.string(),
  before: z.unknown().meta({ description: 'Null if there was no value.' }),
  after: z.unknown().meta({ description: 'Null if there is no value.' }),
};
const entry = z.string().nullable();

const journeyChange = z
  .discriminatedUnion('change', [
    z.object({ change: z.enum(['step_added', 'step_removed']), ...step }),
    z.object({ change: z.literal('step_changed'), ...step, fields: z.array(z.object(difference)) }),
    z.object({ change: z.literal('field_changed'), ...difference }),
    z.object({ change: z.literal('entry_changed'), before: entry, after: entry }),
    z.object({ change: z.literal('content_changed'), communicationId: z.string() }),
  ])
  .meta({ id: 'JourneyChange', description: 'One difference between a version and the previous version.' });

export const journeyVersion = z
  .object({
    version: z.number().int(),
    publishedAt: z.iso.datetime(),
    publishedBy: z.string().meta({ description: 'Id of the user or key.' }),
    publishedByName: z
      .string()
      .nullable()
      .meta({ description: 'Current name of the user or key. Null if it was deleted.' }),
    changes: z.array(journeyChange).meta({ description: 'Changes since the previous version. Empty for the first.' }),
  })
  .meta({ id: 'JourneyVersion' });

export const journeyAuditEntry = z
  .object({
    timestamp: z.iso.datetime(),
    actor: z.string().meta({ description: 'Id of the user or key, or `system`.' }),
    actorName: z.string().nullable().meta({ description: 'Current name of the user or key. Null if it was deleted.' }),
    action: z.string().meta({ example: 'journey.published' }),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'JourneyAuditEntry' });
