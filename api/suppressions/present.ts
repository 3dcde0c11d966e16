import type { z } from 'zod';
import type { Suppression } from '../../db/email/suppressions';
import type { suppressionRecord } from '../../domain/suppressions/schemas';

export const presentSuppression = (suppression: Suppression): z.infer<typeof suppressionRecord> => ({
  id: suppression.id,
  email: suppression.email,
  reason: suppression.reason,
  origin: suppression.origin,
  createdAt: suppression.createdAt.toISOString(),
});
