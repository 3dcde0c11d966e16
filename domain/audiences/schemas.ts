import { z } from 'zod';
import { condition } from '../conditions/schemas';
import { shownText } from '../json/schemas';
import { textLimits } from '../text-limits';
import { readUpdatedAt } from '../time/schemas';

/** Shapes of audiences: segments of people. */

const example = {
  all: [
    { field: 'attributes.plan', operator: 'in', value: ['pro', 'growth'] },
    { event: 'purchase', within: 'P30D', atLeast: 2 },
  ],
};

export const createAudienceBody = z
  .strictObject({ name: shownText(textLimits.name), condition })
  .meta({ id: 'CreateAudience', examples: [{ name: 'Paying and active', condition: example }] });

export const updateAudienceBody = z
  .strictObject({
    updatedAt: readUpdatedAt.optional(),
    name: shownText(textLimits.name).optional(),
    condition: condition.optional(),
  })
  .meta({ id: 'UpdateAudience', examples: [{ name: 'Paying' }] });

export const previewAudienceBody = z
  .strictObject({ condition })
  .meta({ id: 'PreviewAudience', examples: [{ condition: example }] });

const size = z
  .object({
    members: z.int(),
    people: z.int().meta({ description: 'People of the workspace when it was counted.' }),
    countedAt: z.iso.datetime(),
  })
  .nullable()
  .meta({
    description:
      'The last count, made in the background; null before the first one. Listing audiences starts new counts of those ' +
      'whose count is older than an hour.',
  });

export const audienceRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    condition,
    size,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Audience' });

export const audiencePreview = z
  .object({
    count: z.int().meta({ description: 'Matching people. Estimated if `complete` is false.' }),
    low: z.int().meta({ description: 'The lower bound: of the 95% confidence interval if it is an estimate.' }),
    high: z.int().meta({ description: 'The upper bound, likewise.' }),
    total: z.int().meta({ description: 'People of the workspace.' }),
    sample: z.array(z.string()).meta({ description: 'Ids of up to ten matching people.' }),
    examples: z
      .array(z.object({ id: z.string(), email: z.string().nullable() }))
      .meta({ description: 'The people of `sample` with their addresses.' }),
    complete: z.boolean().meta({
      description: 'Whether all people were evaluated. Of more than 20,000, a random sample of about 5,000 is.',
    }),
  })
  .meta({ id: 'AudiencePreview' });

export const audienceUse = z
  .object({
    kind: z.enum(['draft', 'version']),
    journeyId: z.string(),
    name: z.string(),
    status: z.string(),
    version: z.int().nullable().meta({ description: 'The newest version that uses it; null for a draft.' }),
  })
  .meta({ id: 'AudienceUse' });
