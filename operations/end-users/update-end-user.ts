import type { z } from 'zod';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { lockEndUser, updateEndUser as updateRow, type EndUser } from '../../db/end-users/end-users';
import type { Actor } from '../../domain/accounts/actor';
import type { ConsentChange, NewConsent } from '../../domain/end-users/consent';
import { attributesTooLarge } from '../../domain/end-users/attributes-size';
import type { updateEndUserBody } from '../../domain/end-users/schemas';
import { notFound } from '../../domain/errors';
import { consentToWrite } from './consent-to-write';
import { emailTaken } from './email-taken';

/**
 * Changes a person. The row stays locked from the change until its size is known, so that of many small changes at once none passes
 * the limit. A change that only removes attributes is never refused for their size.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for attributes that are too large and a source of consent that is not a caller's,
 *   CONFLICT for an address that is taken
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
      const written = consent && (await changedConsent(transaction, { workspaceId, id }, consent));
      const endUser = await updateRow(transaction, { workspaceId, id }, { ...changes, attributes, consent: written });
      if (endUser === null) throw notFound('End user', id);
      const tooLarge = adds ? attributesTooLarge(endUser.attributes) : null;
      if (tooLarge !== null) throw tooLarge;
      return endUser;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

async function changedConsent(
  transaction: Database,
  { workspaceId, id }: Pick<EndUser, 'workspaceId' | 'id'>,
  change: ConsentChange,
): Promise<NewConsent> {
  const current = await lockEndUser(transaction, workspaceId, id);
  if (current === null) throw notFound('End user', id);
  return consentToWrite(current.consent, change);
}
