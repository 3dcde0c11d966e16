import type { z } from 'zod';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { type EndUser, insertEndUser, lockEndUser, updateEndUser as updateRow } from '../../db/end-users/end-users';
import { confirmPublicLead } from '../../db/end-users/public-leads';
import type { Actor } from '../../domain/accounts/actor';
import { attributesTooLarge } from '../../domain/end-users/attributes-size';
import { type Consent, consentAfter, type ConsentChange, type NewConsent } from '../../domain/end-users/consent';
import type { createEndUserBody, updateEndUserBody } from '../../domain/end-users/schemas';
import { type AppError, conflict, invalid, notFound } from '../../domain/errors';
import type { Context } from '../ports';

/**
 * Creates a person. If the address is taken, the existing person is confirmed: one that was created by a page may then receive
 * email, unless the caller denies marketing consent.
 * @throws AppError VALIDATION_ERROR for attributes that are too large and for a reserved consent source, CONFLICT if the address is
 *   taken
 */
export async function createEndUser(
  { database }: Pick<Context, 'database'>,
  { workspaceId }: Actor,
  { email = null, attributes = {}, timezone = null, locale = null, consent }: z.output<typeof createEndUserBody>,
): Promise<EndUser> {
  const tooLarge = attributesTooLarge(attributes);
  if (tooLarge !== null) throw tooLarge;
  const written =
    consent === undefined ? { marketing: true, source: 'default', at: null } : consentToWrite(null, consent);
  const person = { workspaceId, email, attributes, timezone, locale };
  try {
    return await insertEndUser(database, { ...person, consent: written });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    if (email !== null && consent?.marketing !== false) await confirmPublicLead(database, workspaceId, { email });
    throw emailTaken();
  }
}

/**
 * Updates a person. The row is locked until its new size is checked, so that concurrent changes cannot exceed the limit together. A
 * change that only removes attributes is never refused for their size.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for attributes that are too large and for a reserved consent source, CONFLICT if the
 *   address is taken
 */
export async function updateEndUser(
  { database }: Pick<Context, 'database'>,
  { workspaceId, id: by }: Actor,
  id: string,
  { consent, attributes, ...changes }: z.output<typeof updateEndUserBody>,
): Promise<EndUser> {
  const adds = Object.values(attributes ?? {}).some((value) => value !== null);
  try {
    return await database.transaction(async (transaction) => {
      const written = consent && (await changedConsent(transaction, { workspaceId, id }, consent));
      const endUser = await updateRow(
        transaction,
        { workspaceId, id },
        { ...changes, attributes, consent: written, by },
      );
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

/**
 * Returns the consent after a change by a keyed call.
 * @param current null for a new person
 * @throws AppError VALIDATION_ERROR for a source that only the service may record
 */
function consentToWrite(current: Consent | null, change: ConsentChange): NewConsent {
  const written = consentAfter(current, change);
  if (written !== null) return written;
  throw invalid('This consent source is reserved for the service.', [
    {
      path: 'consent.source',
      message: 'is a reserved source. Leave it out, or describe the source in your own words',
    },
  ]);
}

const emailTaken = (): AppError => conflict('An end user with this email already exists in the workspace.');
