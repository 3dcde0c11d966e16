import type { Condition } from '../../domain/conditions/schemas';
import type { FrozenEntry, JourneyDefinition } from '../../domain/journeys/schemas';
import { freezeContent, type Communication } from '../communications/communications';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { definitionColumns, definitionFromRow, definitionToRow, type DefinitionRow } from './journeys';

/** Published versions: written once, with the content that they send and the conditions that start them. */

export interface VersionName {
  workspaceId: string;
  journeyId: string;
  version: number;
}

/**
 * A published version: its definition, and the content of its trigger contract and audience at the time of publication.
 */
export interface PublishedDefinition {
  definition: JourneyDefinition;
  frozen: FrozenEntry;
}

interface EntryRow {
  triggerEventName: string | null;
  triggerWhere: Condition | null;
  audienceCondition: Condition | null;
}

export type PublishedRow = DefinitionRow & EntryRow;

export const publishedColumns = [
  ...definitionColumns,
  ...columnsOf<EntryRow>()('triggerEventName', 'triggerWhere', 'audienceCondition'),
];

export const publishedFromRow = (row: PublishedRow): PublishedDefinition => ({
  definition: definitionFromRow(row),
  frozen: {
    triggerContract:
      row.triggerEventName === null ? null : { eventName: row.triggerEventName, where: row.triggerWhere },
    audience: row.audienceCondition === null ? null : { condition: row.audienceCondition },
  },
});

/** Stores a version and freezes the communications that it sends. The caller holds the lock of the journey. */
export async function insertVersion(
  transaction: Database,
  name: VersionName,
  definition: JourneyDefinition,
  frozen: { communications: Iterable<Communication>; entry: FrozenEntry; publishedBy: string },
): Promise<void> {
  await transaction('journey_versions').insert({
    workspace_id: name.workspaceId,
    journey_id: name.journeyId,
    version: name.version,
    ...definitionToRow(definition),
    ...entryToRow(frozen.entry),
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

function entryToRow({ triggerContract, audience }: FrozenEntry): Record<string, unknown> {
  const json = (condition: Condition | null): string | null => (condition === null ? null : JSON.stringify(condition));
  return {
    trigger_event_name: triggerContract?.eventName ?? null,
    trigger_where: json(triggerContract?.where ?? null),
    audience_condition: json(audience?.condition ?? null),
  };
}

export async function findVersion(database: Database, name: VersionName): Promise<PublishedDefinition | null> {
  const row = await database('journey_versions')
    .where({ workspace_id: name.workspaceId, journey_id: name.journeyId, version: name.version })
    .options(preparedAs(database, 'find-version'))
    .first<PublishedRow | undefined>(publishedColumns);
  return row === undefined ? null : publishedFromRow(row);
}

/** Finds the latest version of each journey that has one, by journey id. */
export async function findLatestVersions(
  database: Database,
  workspaceId: string,
): Promise<Map<string, PublishedDefinition>> {
  const rows = await database('journeys as j')
    .join('journey_versions as v', (join) =>
      join.on('v.workspace_id', 'j.workspace_id').andOn('v.journey_id', 'j.id').andOn('v.version', 'j.latest_version'),
    )
    .where('j.workspace_id', workspaceId)
    .select<(PublishedRow & { id: string })[]>('j.id', ...publishedColumns.map((column) => `v.${column}`));
  return new Map(rows.map((row) => [row.id, publishedFromRow(row)]));
}
