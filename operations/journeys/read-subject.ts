import type { z } from 'zod';
import { findEndUser } from '../../db/end-users/end-users';
import { notFound } from '../../domain/errors';
import type { simulatedSubject } from '../../domain/journeys/simulation/schemas';
import type { SimulatedRun } from '../../domain/journeys/simulation/simulated-run';
import type { JsonObject } from '../../domain/json/schemas';
import type { Context } from '../ports';

/** An end user, or a sample subject. */
export type Subject = SimulatedRun['subject'] & { attributes: JsonObject };

/** Reads the subject of a dry run or a test call. @throws AppError NOT_FOUND for an end user that does not exist */
export async function readSubject(
  { database }: Pick<Context, 'database'>,
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
    // No end user has such an id. The same sample subject takes the same arms.
    id: `synthetic:${email ?? ''}`,
    isSynthetic: true,
    email,
    timezone,
    attributes,
    consent: typeof consent === 'boolean' ? consent : consent.marketing,
  };
}
