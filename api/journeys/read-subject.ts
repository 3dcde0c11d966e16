import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findEndUser } from '../../db/end-users/end-users';
import { notFound } from '../../domain/errors';
import type { simulatedSubject } from '../../domain/journeys/simulation/schemas';
import type { SimulatedRun } from '../../domain/journeys/simulation/simulated-run';
import type { JsonObject } from '../../domain/json/schemas';

/** A real end user, or a made-up subject. */
export type Subject = SimulatedRun['subject'] & { attributes: JsonObject };

/** @throws AppError NOT_FOUND for an end user that there is not */
export async function readSubject(
  database: Database,
  workspaceId: string,
  { subjectId, subjectAttributes = {} }: z.output<typeof simulatedSubject>,
): Promise<Subject> {
  if (subjectId !== undefined) {
    const endUser = await findEndUser(database, workspaceId, subjectId);
    if (endUser === null) throw notFound('End user', subjectId);
    const { id, email, timezone, attributes, consent } = endUser;
    return { id, isSynthetic: false, email, timezone, attributes, consent: consent.marketing };
  }
  const { email = null, timezone = null, consent = true, ...attributes } = subjectAttributes;
  return {
    // No end user has such an id. The same made-up subject takes the same arms.
    id: `synthetic:${email ?? ''}`,
    isSynthetic: true,
    email,
    timezone,
    attributes,
    consent: typeof consent === 'boolean' ? consent : consent.marketing,
  };
}
