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

export const audienceRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    condition,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Audience' });

export const audiencePreview = z
  .object({
    count: z.number().int().meta({ description: 'Matching people among those evaluated.' }),
    sample: z.array(z.string()).meta({ description: 'Ids of up to ten of the newest matching people.' }),
    complete: z.boolean().meta({
      description:
        'Whether all people were evaluated. If false, only the newest were: up to 200,000, within five seconds.',
    }),
  })
  .meta({ id: 'AudiencePreview' });
