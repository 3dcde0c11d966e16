import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findVersion } from '../../db/journeys/journey-versions';
import { findJourney } from '../../db/journeys/journeys';
import { notFound } from '../../domain/errors';
import type { journeyRecord } from '../../domain/journeys/schemas';
import { presentJourney } from './present';

/** The record of a journey as it stands. @throws AppError NOT_FOUND, also for a version that there is not */
export async function readJourney(
  database: Database,
  workspaceId: string,
  id: string,
  version?: number,
): Promise<z.infer<typeof journeyRecord>> {
  const journey = await findJourney(database, workspaceId, id);
  if (journey === null) throw notFound('Journey', id);
  if (version === undefined && journey.draft !== null) return presentJourney(journey, journey.draft, 'draft', null);
  const number = version ?? journey.latestVersion ?? 0;
  const published = await findVersion(database, { workspaceId, journeyId: id, version: number });
  if (published === null) throw notFound('Journey version', `${id}/${number}`);
  return presentJourney(journey, published.definition, number, published.frozen);
}
