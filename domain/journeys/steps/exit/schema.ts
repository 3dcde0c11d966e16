import { z } from 'zod';
import { jsonText } from '../../../json/schemas';
import { named } from '../schemas';

export const exitStep = z
  .strictObject({ ...named, kind: z.literal('exit'), reason: jsonText(100).optional() })
  .meta({ id: 'ExitStep', description: 'Ends the execution.' });
