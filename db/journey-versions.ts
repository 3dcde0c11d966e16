import type { JourneyDefinition } from '../domain/journeys/schemas';
import { freezeContent, type Communication } from './communications';
import type { Database } from './connection';
import { definitionFromRow, definitionToRow, type DefinitionRow } from './journeys';

/** Published versions: written once, with the content of what they send. */

export interface VersionName {
  workspaceId: string;
  journeyId: string;
  version: number;
}

/** Writes a version and freezes the communications that it sends. The caller holds the journey. */
export async function insertVersion(
  transaction: Database,
  name: VersionName,
  definition: JourneyDefinition,
  frozen: { communications: Iterable<Communication>; publishedBy: string },
): Promise<void> {
  await transaction('journey_versions').insert({
    workspace_id: name.workspaceId,
    journey_id: name.journeyId,
    version: name.version,
    ...definitionToRow(definition),
    published_by: frozen.publishedBy,
  });
  for (const communication of frozen.communications) {
    await transaction('journey_version_contents').insert({
      workspace_id: name.workspaceId,
      journey_id: name.journeyId,
      version: name.version,
      communication_id: communication.id,
      content_hash: await freezeContent(transaction, name.workspaceId, communication),
    });
  }
}

export async function findVersion(database: Database, name: VersionName): Promise<JourneyDefinition | null> {
  const row = await database('journey_versions')
    .where({ workspace_id: name.workspaceId, journey_id: name.journeyId, version: name.version })
    .first<DefinitionRow | undefined>();
  return row === undefined ? null : definitionFromRow(row);
}

/** The latest version of each journey that has one, by journey id. */
export async function findLatestVersions(
  database: Database,
  workspaceId: string,
): Promise<Map<string, JourneyDefinition>> {
  const rows = await database('journeys as j')
    .join('journey_versions as v', (join) =>
      join.on('v.workspace_id', 'j.workspace_id').andOn('v.journey_id', 'j.id').andOn('v.version', 'j.latest_version'),
    )
    .where('j.workspace_id', workspaceId)
    .select<(DefinitionRow & { journey_id: string })[]>('v.*');
  return new Map(rows.map((row) => [row.journey_id, definitionFromRow(row)]));
}
