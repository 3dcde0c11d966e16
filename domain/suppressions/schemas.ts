import { z } from 'zod';
import { emailAddress } from '../email/schemas';

/** Shapes of suppressions: addresses that get no mail. */

const reason = z.enum(['manual', 'bounce', 'complaint']);

export const createSuppressionBody = z
  .strictObject({ email: emailAddress, reason: reason.default('manual') })
  .meta({ id: 'CreateSuppression', examples: [{ email: 'ada@example.com' }] });

export const updateSuppressionBody = z
  .strictObject({ email: emailAddress.optional(), reason: reason.optional() })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'must set email, reason or both')
  .meta({ id: 'UpdateSuppression', examples: [{ reason: 'complaint' }] });

export const suppressionRecord = z
  .object({
    id: z.string(),
    email: z.string(),
    reason,
    origin: z.string().meta({ description: 'Who or what added it: the id of a user or key, or `ses`.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Suppression' });
