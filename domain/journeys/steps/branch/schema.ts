import { z } from 'zod';
import { condition } from '../../../conditions/schemas';
import { named, stepId } from '../schemas';

export const branchStep = z
  .strictObject({
    ...named,
    kind: z.literal('branch'),
    arms: z.array(z.strictObject({ ...named, when: condition, next: stepId })).max(50),
    else: stepId,
  })
  .meta({
    id: 'BranchStep',
    description: 'Takes the first arm with a matching condition, otherwise the default path.',
  });
