import { z } from 'zod';

const count = z.number().int().min(0);
const share = z.number().min(0).max(1);
const interval = z.tuple([z.number(), z.number()]);
const number = z.number().nullable();

export const experimentSeries = z
  .object({
    timezone: z.string().meta({ description: 'IANA timezone of the days: that of the workspace.' }),
    cumulative: z
      .array(
        z.object({
          date: z.iso.date(),
          variants: z.array(
            z.object({
              variantId: z.string(),
              exposures: count,
              conversions: count.meta({ description: 'Visitors with an outcome.' }),
              value: number.meta({ description: 'The rate, the mean or the ratio. Null without visitors.' }),
              valueInterval: interval.nullable().meta({
                description:
                  'Interval of the value at the level 1 - alpha. Under `sequential` and `thompson` it is valid at all ' +
                  'times together, under the other engines for one look.',
              }),
              lift: number,
              liftInterval: interval.nullable().meta({ description: 'As `liftInterval95`, without CUPED.' }),
              difference: number,
              differenceInterval: interval.nullable(),
            }),
          ),
        }),
      )
      .meta({
        description: 'The primary metric from the start to the end of each day; at most 60 days, evenly spread.',
      }),
    allocations: z
      .array(
        z.object({
          date: z.iso.date(),
          weights: z.record(z.string(), share).meta({ description: 'By variant id.' }),
          trafficSplit: z.number(),
        }),
      )
      .meta({ description: 'The weights at the end of each day on which they changed.' }),
    milestones: z.array(
      z.object({
        at: z.iso.datetime(),
        kind: z.enum(['started', 'resumed', 'paused', 'changed', 'decided', 'completed', 'promoted']),
        fields: z.array(z.string()).meta({ description: 'Changed fields, for `changed`.' }),
        variantId: z.string().nullable().meta({ description: 'The variant, for `promoted`.' }),
      }),
    ),
  })
  .meta({ id: 'ExperimentSeries', description: 'Figures over time, in days of the workspace’s timezone.' });
