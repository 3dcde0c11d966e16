import { z } from 'zod';
import { jsonText } from '../../json/schemas';

export const stepId = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,100}$/, 'must be 1 to 100 letters, digits, "_", ".", ":" or "-"')
  .meta({ description: 'Id of a step, unique in its journey.', example: 'welcome' });

/** The fields that all steps and arms have. */
export const named = { id: stepId, name: jsonText(200).optional() };
