import { z } from 'zod';
import { numberWithin } from '../../../json/schemas';
import { numberLimits } from '../../../number-limits';
import { named, stepId } from '../schemas';

export const experimentStep = z
  .strictObject({
    ...named,
    kind: z.literal('experiment'),
    arms: z.array(z.strictObject({ ...named, weight: numberWithin(numberLimits.share), next: stepId })).max(50),
    allocation: z.enum(['fixed', 'thompson']).default('fixed'),
    beliefId: z.string().min(1).max(100).nullable().optional(),
  })
  .meta({
    id: 'ExperimentStep',
    description: 'Splits subjects across arms with a stable hash. The first arm is the control.',
  });
