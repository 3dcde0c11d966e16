import type { z } from 'zod';
import { isUniqueViolation } from '../../db/connection/errors';
import type { Database } from '../../db/connection/pool';
import { insertEndUser, type EndUser } from '../../db/end-users/end-users';
import { confirmPublicLead } from '../../db/end-users/public-leads';
import type { Actor } from '../../domain/accounts/actor';
import { attributesTooLarge } from '../../domain/end-users/attributes-size';
import type { createEndUserBody } from '../../domain/end-users/schemas';
import { consentToWrite } from './consent-to-write';
import { emailTaken } from './email-taken';

/**
 * Creates a person. When the address is taken, the caller has named that person all the same: one whom a page made may be
 * mailed from then on, unless the caller says otherwise.
 * @throws AppError VALIDATION_ERROR for attributes that are too large and a source of consent that is not a caller's, CONFLICT for an
 *   address that is taken
 */
export async function createEndUser(
  database: Database,
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
