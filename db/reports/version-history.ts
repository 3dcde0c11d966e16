import { journeyChanges, type FrozenVersion, type JourneyChange } from '../../domain/journeys/diff';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { listColumns } from '../connection/rows';
import { publishedColumns, publishedFromRow, type PublishedRow } from '../journeys/journey-versions';

/** A published version and its changes. */
export interface PublishedVersion {
  version: number;
  publishedAt: Date;
  publishedBy: string;
  /** The current name or email of the user, or name of the key. */
  publishedByName: string | null;
  /** Changes from the previous version; empty for the first one. */
  changes: JourneyChange[];
}

type VersionRow = PublishedRow & {
  version: number;
  publishedAt: Date;
  publishedBy: string;
  publishedByName: string | null;
  /** Digests of the frozen contents by communication id. */
  contents: Record<string, string>;
};

const newest = 100;

/** Lists the newest hundred versions of a journey, newest first. */
export async function listVersions(
  database: Database,
  workspaceId: string,
  journeyId: string,
): Promise<PublishedVersion[]> {
  const rows = await rowsOf<VersionRow>(
    database.raw(
      `select v.version, v.published_at as "publishedAt", v.published_by as "publishedBy", coalesce(u.name, u.email, k.name) as "publishedByName",
              ${listColumns(publishedColumns, 'v')}, coalesce(
          (select jsonb_object_agg(c.communication_id, c.content_hash) from journey_version_contents c
            where c.workspace_id = v.workspace_id and c.journey_id = v.journey_id and c.version = v.version), '{}'
        ) as contents
         from journey_versions v
         left join users u on u.id = v.published_by
         left join api_keys k on k.workspace_id = v.workspace_id and k.id = v.published_by
        where v.workspace_id = ? and v.journey_id = ? order by v.version desc limit ?`,
      // One more, to compare the oldest listed version with.
      [workspaceId, journeyId, newest + 1],
    ),
  );
  return rows.slice(0, newest).map((row, index) => {
    const before = rows[index + 1];
    return {
      version: row.version,
      publishedAt: row.publishedAt,
      publishedBy: row.publishedBy,
      publishedByName: row.publishedByName,
      changes: before === undefined ? [] : journeyChanges(frozen(before), frozen(row)),
    };
  });
}

const frozen = (row: VersionRow): FrozenVersion => ({
  definition: publishedFromRow(row).definition,
  entry: publishedFromRow(row).frozen,
  contents: new Map(Object.entries(row.contents)),
});
