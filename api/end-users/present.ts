import type { z } from 'zod';
import type { EndUser } from '../../db/end-users/end-users';
import type { endUserRecord } from '../../domain/end-users/schemas';

export const presentEndUser = (endUser: EndUser): z.infer<typeof endUserRecord> => ({
  id: endUser.id,
  email: endUser.email,
  attributes: endUser.attributes,
  timezone: endUser.timezone,
  locale: endUser.locale,
  consent: { ...endUser.consent, at: endUser.consent.at.toISOString() },
  createdAt: endUser.createdAt.toISOString(),
  updatedAt: endUser.updatedAt.toISOString(),
});
