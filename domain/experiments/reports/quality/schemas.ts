import { z } from 'zod';

const count = z.number().int().min(0);
const share = z.number().min(0).max(1);
const instant = z.iso.datetime().nullable();

const finding = {
  flagged: z.boolean().meta({ description: 'Whether to check this before you trust the results.' }),
  meaning: z.string().meta({ description: 'What the check found and what to do about it.' }),
};

export const dataQuality = z
  .object({
    sampleRatio: z.object({ ...finding, pValue: share }),
    crossovers: z.object({ ...finding, visitors: count, share }),
    bots: z.object({ ...finding, visitors: count }),
    delayedEvents: z.object({ ...finding, visitors: count, share }),
    currencies: z.object({
      ...finding,
      currency: z.string().nullable().meta({ description: 'Currency of the results. Null if there are no amounts.' }),
      leftOut: count.meta({ description: 'Visitors with amounts in another currency, excluded from revenue.' }),
      several: count.meta({ description: 'Visitors among them with amounts in several currencies.' }),
      variants: z.array(z.object({ variantId: z.string(), visitors: count })),
    }),
    exposureRate: z.object({
      ...finding,
      days: z.array(z.object({ date: z.iso.date(), exposures: count, visitors: count, rate: share.nullable() })),
    }),
    applyErrors: z
      .object({
        ...finding,
        visitors: count,
        variants: z.array(
          z.object({
            variantId: z.string(),
            visitors: count,
            unexposed: count.meta({ description: 'Visitors among them without an exposure.' }),
            share: share.meta({ description: 'Share of the variant’s visitors, with and without an exposure.' }),
            reasons: z.array(z.object({ reason: z.string(), visitors: count })).meta({
              description: 'The five most frequent reasons: a code and a detail, such as `no_element: #cta`.',
            }),
          }),
        ),
      })
      .meta({ description: 'Visitors with an `experiment_error` event: a variant was not completely applied.' }),
    earlierStart: z.object({
      ...finding,
      at: instant.meta({ description: 'First start, if the experiment was later reset to a draft.' }),
    }),
    weightsChanged: z.object({
      ...finding,
      at: instant.meta({
        description:
          'When visitors were first assigned with changed weights. Null if the weights did not change, and ' +
          'under `thompson`, where weights follow the results.',
      }),
    }),
  })
  .meta({ id: 'DataQuality', description: 'Possible problems with the data behind the results.' });
