import { z } from 'zod';
import { experimentFields, refuseDifferences } from './contract';

export const powerBody = z
  .strictObject({
    baselineRate: z.number().min(0.000001).max(1).meta({ description: 'The control’s rate.' }),
    mde: experimentFields.mde.default(0.1),
    targetPower: experimentFields.targetPower.optional().meta({ description: '0.8 unless given.' }),
    target_power: experimentFields.targetPower.optional(),
    alpha: experimentFields.alpha.default(0.05),
    variants: z.int().min(2).max(20).default(2).meta({ description: 'With the control.' }),
    dailyVisitors: z.number().min(0.01).max(1e12).optional().meta({ description: 'Visitors of the pages in a day.' }),
    trafficSplit: z
      .number()
      .min(0.01)
      .max(100)
      .default(100)
      .meta({ description: 'Percentage of them that take part.' }),
  })
  .check(refuseDifferences)
  .meta({ id: 'PlanExperiment', examples: [{ baselineRate: 0.04, mde: 0.1, variants: 2, dailyVisitors: 5000 }] });

export const powerResponse = z
  .object({
    baselineRate: z.number(),
    mde: z.number(),
    alpha: z.number(),
    targetPower: z.number(),
    target_power: z.number(),
    variants: z.number(),
    requiredPerVariant: z.number().meta({ description: 'Visitors of each variant.' }),
    total: z.number().meta({ description: 'Visitors of all variants.' }),
    days: z.number().nullable(),
  })
  .meta({ id: 'ExperimentPlan' });
