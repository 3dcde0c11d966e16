import { z } from 'zod';
import { condition } from '../conditions/schemas';
import { jsonText, shownText } from '../json/schemas';
import { textLimits } from '../text-limits';
import { readUpdatedAt } from '../time/schemas';

/** Shapes of trigger contracts, which define the event that starts a journey. */

export const createTriggerContractBody = z
  .strictObject({
    name: shownText(textLimits.name).optional(),
    eventName: jsonText(textLimits.eventName, 1).meta({ example: 'signed_up' }),
    where: condition.nullable().optional(),
  })
  .meta({
    id: 'CreateTriggerContract',
    examples: [
      {
        eventName: 'purchase',
        where: { field: 'event.data.revenue', operator: 'at_least', value: 100 },
      },
    ],
  });

export const updateTriggerContractBody = z
  .strictObject({
    updatedAt: readUpdatedAt.optional(),
    name: shownText(textLimits.name).optional(),
    eventName: jsonText(textLimits.eventName, 1).optional(),
    where: condition.nullable().optional().meta({ description: 'Null removes the condition.' }),
  })
  .meta({ id: 'UpdateTriggerContract', examples: [{ eventName: 'order_placed', where: null }] });

export const triggerContractRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    eventName: z.string(),
    where: condition.nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'TriggerContract' });
