import type { z } from 'zod';
import type { Audience } from '../../db/audiences/audiences';
import type { audienceRecord } from '../../domain/audiences/schemas';

export const presentAudience = (audience: Audience): z.infer<typeof audienceRecord> => ({
  id: audience.id,
  name: audience.name,
  condition: audience.condition,
  createdAt: audience.createdAt.toISOString(),
  updatedAt: audience.updatedAt.toISOString(),
});
