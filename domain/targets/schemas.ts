import { z } from 'zod';
import { jsonText, numberWithin, shownText } from '../json/schemas';
import { numberLimits } from '../number-limits';
import { date, instant } from '../time/schemas';
import { targetStatuses } from './progress';
import { textLimits } from '../text-limits';

/** Shapes of targets, which are also called goals (specification, "Target / Goal"; contract, sections 6 and 10). */

const status = z.enum(targetStatuses);

const deadline = z
  .union([date, instant], { error: 'has to be a date or an instant (ISO 8601) of the years 1 to 9999' })
  .transform(inUtc)
  .meta({
    description:
      'A date, which ends with its day in the workspace’s timezone, or an instant. One in the past is elapsed.',
  });

/** Dates and instants in UTC stay as they are written. */
function inUtc(given: string): string {
  return !given.includes('T') || given.endsWith('Z') ? given : new Date(given).toISOString();
}

const largest = numberLimits.target.max;

const fields = {
  metric: shownText(textLimits.name).meta({ description: 'Such as `monthly_signups`.' }),
  target: numberWithin(numberLimits.target).meta({ description: 'The value to reach.' }),
  deadline,
  current: z.number().min(-largest).max(largest).meta({
    description: 'Of a target without a source; ignored with one. 0 unless given.',
  }),
  sourceConversionId: jsonText(100, 1).nullable().meta({
    description: 'The conversion whose completions since the target’s creation are its current value; null for none.',
  }),
  description: jsonText(textLimits.longText).nullable(),
  unit: jsonText(textLimits.unit).nullable().meta({ description: 'Such as `users`, `dollars`, `percent`.' }),
};

export const createTargetBody = z
  .strictObject({
    metric: fields.metric,
    target: fields.target,
    deadline: fields.deadline,
    current: fields.current.optional(),
    sourceConversionId: fields.sourceConversionId.optional(),
    description: fields.description.optional(),
    unit: fields.unit.optional(),
  })
  .meta({
    id: 'CreateTarget',
    examples: [
      { metric: 'monthly_signups', target: 500, deadline: '2027-03-31', current: 120 },
      { metric: 'orders', target: 40, deadline: '2027-01-31T18:00:00Z', description: 'New shop', unit: 'orders' },
    ],
  });

const changes = {
  ...z.object(fields).partial().shape,
  status: status.nullable().optional().meta({ description: 'Stands until null returns to the computed one.' }),
};

export const updateTargetBody = z.strictObject(changes).meta({
  id: 'UpdateTarget',
  examples: [{ current: 240 }, { status: 'at_risk' }, { sourceConversionId: null }],
});

export const updateTargetByIdBody = z
  .strictObject({ ...changes, id: z.string().min(1).max(100) })
  .meta({ id: 'UpdateTargetById', examples: [{ id: 'tgt_01h455vb4pex5vsknk084sn02q', target: 600 }] });

export const targetRecord = z
  .object({
    id: z.string(),
    metric: z.string(),
    target: z.number(),
    current: z.number(),
    progress: z.number().meta({ description: '`current` as a share of `target`; above 1 when it is passed.' }),
    deadline: z.string(),
    status,
    statusIsAuto: z.boolean().meta({ description: 'Whether the status is computed.' }),
    description: z.string().nullable(),
    unit: z.string().nullable(),
    sourceConversionId: z.string().nullable(),
    currentIsAuto: z.boolean().meta({ description: 'Whether `current` is counted from the conversion.' }),
    sourceMissing: z.boolean().meta({
      description: 'Whether the conversion was deleted. `current` is then the last value that was counted.',
    }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Target' });
