import { z } from 'zod';
import { jsonObject } from '../../../json/schemas';
import { named, stepId } from '../schemas';

export const updatePersonStep = z
  .strictObject({
    ...named,
    kind: z.literal('update_person'),
    attributes: jsonObject.meta({
      description:
        'Attributes to set. Texts are Liquid, with the variables of messages. Each value is replaced as a whole; null ' +
        'removes an attribute; others are kept. Empty in a draft until an attribute is entered.',
    }),
    next: stepId,
  })
  .meta({ id: 'UpdatePersonStep', description: 'Sets attributes of the person.' });
