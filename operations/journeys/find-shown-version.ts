import { findVersion } from '../../db/journeys/journey-versions';
import { findJourney } from '../../db/journeys/journeys';
import { notFound } from '../../domain/errors';
import type { FrozenEntry, JourneyDefinition } from '../../domain/journeys/schemas';
import type { Context } from '../ports';

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
