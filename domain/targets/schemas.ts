import { z } from 'zod';
import { jsonText, numberWithin, shownText } from '../json/schemas';
import { numberLimits } from '../number-limits';
import { date, instant, readUpdatedAt } from '../time/schemas';
import { targetStatuses } from './progress';
import { textLimits } from '../text-limits';

/** Schemas for targets, also called goals. */

const status = z.enum(targetStatuses);

const deadline = z
  .union([date, instant], { error: 'must be a date or a timestamp (ISO 8601) in the years 1 to 9999' })
  .transform(inUtc)
  .meta({
    description:
      'A date, which ends with the day in the workspace’s timezone, or a timestamp. A past deadline has elapsed.',
  });

/** Converts an instant to UTC. Dates and instants in UTC stay as written. */
function inUtc(given: string): string {
  return !given.includes('T') || given.endsWith('Z') ? given : new Date(given).toISOString();
}

const largest = numberLimits.target.max;

const fields = {
  metric: shownText(textLimits.name).meta({ description: 'Name such as `monthly_signups`.' }),
  target: numberWithin(numberLimits.target).meta({ description: 'The value to reach.' }),
  deadline,
  current: z.number().min(-largest).max(largest).meta({
    description: 'Current value of a target without a source. Ignored if there is a source. Default 0.',
  }),
  sourceConversionId: jsonText(100, 1)
    .nullable()
    .meta({
      description:
        'The conversion to count. Its completions since the creation ' +
        'of the target are the current value. Null for none.',
    }),
  description: jsonText(textLimits.longText).nullable(),
  unit: jsonText(textLimits.unit).nullable().meta({ description: 'Unit such as `users`, `dollars` or `percent`.' }),
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
  updatedAt: readUpdatedAt.optional(),
  ...z.object(fields).partial().shape,
  status: status.nullable().optional().meta({ description: 'Overrides the computed status. Null restores it.' }),
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
    progress: z.number().meta({ description: '`current` divided by `target`. Above 1 if the target is exceeded.' }),
    deadline: z.string(),
    elapsed: z.number().meta({
      description:
        'Share of the time from creation to deadline that has passed, 0 to 1. `status` compares `progress` with it.',
    }),
    status,
    statusIsAuto: z.boolean().meta({ description: 'Whether the status is computed.' }),
    description: z.string().nullable(),
    unit: z.string().nullable(),
    sourceConversionId: z.string().nullable(),
    currentIsAuto: z.boolean().meta({ description: 'Whether `current` is counted from the conversion.' }),
    sourceMissing: z.boolean().meta({
      description: 'Whether the conversion was deleted. `current` is then the last counted value.',
    }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Target' });

const valueInterval = z.tuple([z.number(), z.number()]);

export const targetCourse = z
  .object({
    days: z
      .array(
        z.object({
          date: z.iso.date(),
          value: z
            .number()
            .nullable()
            .meta({
              description:
                'At the end of the day, or now for today. Null for days in the future, and before the first known value ' +
                'of a target without a source.',
            }),
          plan: z.number().meta({
            description: 'What an even pace from creation to deadline would have reached by the end of the day.',
          }),
          projected: z.number().nullable(),
          interval95: valueInterval.nullable(),
        }),
      )
      .meta({
        description:
          'Every day in the workspace’s timezone from the creation to the deadline, at most 365 days before and after ' +
          'today.',
      }),
    requiredPerDay: z.number().nullable().meta({
      description:
        'What each of the remaining days needs on average. Null if the target is reached or its deadline has passed.',
    }),
    projection: z
      .object({
        perDay: z.number().meta({ description: 'Mean change of a day.' }),
        basedOnDays: z.int().meta({ description: 'Number of complete days: 7, 14, 21 or 28.' }),
        atDeadline: z.number(),
        atDeadlineInterval95: valueInterval,
        outlook: z.enum(['likely', 'possible', 'unlikely']).meta({
          description:
            '`likely` if the whole interval at the deadline reaches the target, `unlikely` if none of it does.',
        }),
        reachedOn: z.iso.date().nullable().meta({
          description: 'The date on which the pace reaches the target. Null if that is more than ten years away.',
        }),
      })
      .nullable()
      .meta({
        description:
          'Null until seven complete days and 1% of the time have passed, and once the target is reached or its ' +
          'deadline has passed.',
      }),
  })
  .meta({ id: 'TargetCourse' });
