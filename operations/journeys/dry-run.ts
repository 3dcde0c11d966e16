import type { z } from 'zod';
import { findEndUser } from '../../db/end-users/end-users';
import { findVersion } from '../../db/journeys/journey-versions';
import { findJourney } from '../../db/journeys/journeys';
import { notFound } from '../../domain/errors';
import type { FrozenEntry, JourneyDefinition } from '../../domain/journeys/schemas';
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

/** The draft, or the latest version if there is no draft. */
export interface ShownVersion {
  definition: JourneyDefinition;
  version: number | 'draft';
  /** Null for a draft. */
  frozen: FrozenEntry | null;
}

/** Finds the draft of a journey, or else its latest version. @throws AppError NOT_FOUND */
export async function findShownVersion(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  id: string,
): Promise<ShownVersion> {
  const journey = await findJourney(database, workspaceId, id);
  if (journey === null) throw notFound('Journey', id);
  if (journey.draft !== null) return { definition: journey.draft, version: 'draft', frozen: null };
  const version = journey.latestVersion ?? 0;
  const published = await findVersion(database, { workspaceId, journeyId: id, version });
  if (published === null) throw notFound('Journey version', `${id}/${version}`);
  return { definition: published.definition, version, frozen: published.frozen };
}
