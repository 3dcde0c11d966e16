import type { Knex } from 'knex';
import type { Database } from '../connection/pool';

export interface JourneyName {
  id: string;
  name: string;
}

/**
 * Finds journeys with a published version, including older ones, that references an item. Versions are kept, so the
 * item has to be kept too.
 */
export async function findJourneysWith(
  database: Database,
  workspaceId: string,
  reference: { trigger_contract_id: string } | { audience_id: string },
): Promise<JourneyName[]> {
  const versions = database('journey_versions')
    .where({ workspace_id: workspaceId, ...reference })
    .select('journey_id');
  return database('journeys')
    .where({ workspace_id: workspaceId })
    .whereIn('id', versions)
    .orderBy('id')
    .select<JourneyName[]>('id', 'name');
}

/** Finds journeys with a published version, including older ones, that froze content of a communication. */
export async function findJourneysSending(
  database: Database,
  workspaceId: string,
  communicationId: string,
): Promise<JourneyName[]> {
  const versions = database('journey_version_contents')
    .where({ workspace_id: workspaceId, communication_id: communicationId })
    .select('journey_id');
  return database('journeys')
    .where({ workspace_id: workspaceId })
    .whereIn('id', versions)
    .orderBy('id')
    .select<JourneyName[]>('id', 'name');
}

/**
 * Deletes a row that no journey uses.
 * @returns the journeys that use it; null if the row does not exist
 */
export async function deleteUnlessReferenced(
  row: Knex.QueryBuilder,
  findKeepers: () => Promise<JourneyName[]>,
): Promise<JourneyName[] | null> {
  if ((await row.clone().forUpdate().first('id')) === undefined) return null;
  const keepers = await findKeepers();
  if (keepers.length === 0) await row.delete();
  return keepers;
}
