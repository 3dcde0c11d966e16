import type { z } from 'zod';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { updateEndUser as updateRow, type EndUser } from '../../db/end-users/end-users';
import type { Actor } from '../../domain/accounts/actor';
import { attributesTooLarge } from '../../domain/end-users/attributes-size';
import type { updateEndUserBody } from '../../domain/end-users/schemas';
import { notFound } from '../../domain/errors';
import { emailTaken } from './email-taken';

/**
 * Changes a person. The row stays locked from the change until its size is known, so that of many small changes at once none passes
 * the limit. A change that only removes attributes is never refused for their size.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for attributes that are too large, CONFLICT for an address that is taken
 */
export async function updateEndUser(
  database: Database,
  { workspaceId }: Actor,
  id: string,
  { consent, attributes, ...changes }: z.output<typeof updateEndUserBody>,
): Promise<EndUser> {
  const adds = Object.values(attributes ?? {}).some((value) => value !== null);
  try {
    return await database.transaction(async (transaction) => {
      const named = { ...changes, attributes, marketingConsent: consent?.marketing };
      const endUser = await updateRow(transaction, { workspaceId, id }, named);
      if (endUser === null) throw notFound('End user', id);
      const tooLarge = adds ? attributesTooLarge(endUser.attributes) : null;
      if (tooLarge !== null) throw tooLarge;
      return endUser;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}
