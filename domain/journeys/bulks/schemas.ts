import { z } from 'zod';
import { instant } from '../../time/schemas';

/** Bulk actions on the executions of a journey: failed ones are retried, running ones canceled. */

const action = z.enum(['retry', 'cancel']).meta({
  description: '`retry` applies to FAILED executions, `cancel` to RUNNING ones.',
});

const where = z
  .strictObject({
    version: z.number().int().min(1).max(2_147_483_647).optional(),
    stepId: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'The step at which the executions failed, or are now.' }),
    cause: z.string().min(1).max(100).optional().meta({
      description: 'Why the executions failed: a cause of `GET /api/journeys/failures/causes`, or an `exitReason`.',
      example: 'http_503',
    }),
    startedBefore: instant.optional().meta({ description: 'Exclusive.' }),
    startedAfter: instant.optional().meta({ description: 'Inclusive.' }),
  })
  .meta({ description: 'Each field narrows the selection. Without fields, it is every execution in the state.' });

export const bulkRequest = z
  .strictObject({
    action,
    where,
    dryRun: z.boolean().default(false).meta({ description: 'Only counts the matching executions.' }),
  })
  .refine(({ action: wanted, where: { cause } }) => wanted === 'retry' || cause === undefined, {
    path: ['where', 'cause'],
    message: 'applies only to failed executions; remove it to cancel running ones',
  })
  .meta({
    id: 'ExecutionBulkRequest',
    examples: [
      { action: 'retry', where: { stepId: 'call', cause: 'http_503' }, dryRun: true },
      { action: 'cancel', where: { version: 1 } },
    ],
  });

const count = z.number().int().min(0);

export const bulkCount = z.object({ matching: count }).meta({ id: 'ExecutionBulkCount' });

export const bulkStarted = z.object({ bulkId: z.string(), matching: count }).meta({ id: 'ExecutionBulkStarted' });

export const bulkRecord = z
  .object({
    bulkId: z.string(),
    action,
    where,
    status: z.enum(['running', 'completed']),
    matching: count.meta({ description: 'Executions that matched when the bulk action was requested.' }),
    done: count.meta({ description: 'Executions that were retried or canceled.' }),
    failed: count.meta({ description: 'Executions that could not be retried.' }),
    skipped: count.meta({
      description: 'Executions that matched, but changed their state before the action reached them.',
    }),
    refusals: z
      .array(z.object({ reason: z.string(), text: z.string(), count }))
      .meta({ description: 'Why executions could not be retried.' }),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ExecutionBulk', description: 'A bulk action on the executions of a journey, and its progress.' });

export type BulkAction = z.infer<typeof action>;
export type BulkSelection = z.infer<typeof where>;
export type BulkRecord = z.infer<typeof bulkRecord>;
