import type { z } from 'zod';
import { isUniqueViolation, type Database } from '../../db/connection';
import { insertEndUser, updateEndUser, type EndUser } from '../../db/end-users';
import { confirmPublicLead } from '../../db/public-leads';
import { attributesTooLarge } from '../../domain/end-users/attributes-size';
import type { createEndUserBody, updateEndUserBody } from '../../domain/end-users/schemas';
import { conflict, notFound } from '../../domain/errors';

/**
 * Creates a person. When the address is taken, the caller has named that person all the same: one whom a page made may be
 * mailed from then on, unless the caller says otherwise.
 * @throws AppError VALIDATION_ERROR for attributes that are too large, CONFLICT for an address that is taken
 */
export async function createEndUser(
  database: Database,
  workspaceId: string,
  { email = null, attributes = {}, timezone = null, locale = null, consent }: z.output<typeof createEndUserBody>,
): Promise<EndUser> {
  const tooLarge = attributesTooLarge(attributes);
  if (tooLarge !== null) throw tooLarge;
  const source = consent === undefined ? 'default' : 'api';
  const person = { workspaceId, email, attributes, timezone, locale };
  try {
    return await insertEndUser(database, { ...person, consent: { marketing: consent?.marketing ?? true, source } });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (email !== null && consent?.marketing !== false) await confirmPublicLead(database, workspaceId, { email });
    throw emailTaken();
  }
}

/**
 * Changes a person. The row is held from the change until its size is known, so that of many small changes at once none passes
 * the limit. A change that only removes attributes is never refused for their size.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for attributes that are too large, CONFLICT for an address that is taken
 */
export async function changeEndUser(
  database: Database,
  { workspaceId, id }: { workspaceId: string; id: string },
  { consent, attributes, ...changes }: z.output<typeof updateEndUserBody>,
): Promise<EndUser> {
  const adds = Object.values(attributes ?? {}).some((value) => value !== null);
  try {
    return await database.transaction(async (transaction) => {
      const named = { ...changes, attributes, marketingConsent: consent?.marketing };
      const endUser = await updateEndUser(transaction, { workspaceId, id }, named);
      if (endUser === null) throw notFound('End user', id);
      const tooLarge = adds ? attributesTooLarge(endUser.attributes) : null;
      if (tooLarge !== null) throw tooLarge;
      return endUser;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw emailTaken();
    throw error;
  }
}

const emailTaken = () => conflict('There is an end user with this email in the workspace already.');
