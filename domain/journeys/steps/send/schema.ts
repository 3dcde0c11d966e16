import { z } from 'zod';
import { named, stepId } from '../schemas';

export const sendStep = z
  .strictObject({
    ...named,
    kind: z.literal('send'),
    communicationId: z.string().max(100).meta({ description: 'Empty in a draft until a message is chosen.' }),
    next: stepId,
    onSkip: z.enum(['continue', 'exit']).default('continue'),
  })
  .meta({ id: 'SendStep', description: 'Sends a marketing communication to the subject.' });
