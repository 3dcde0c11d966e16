import type { JourneyStep } from '../../domain/journeys/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** A step as defined in the newest version that contains it. */
export interface ReportedStep {
  id: string;
  kind: JourneyStep['kind'];
  /** Ids of the arms of a branch or experiment step, in order. */
  armIds: string[];
  /** Whether the latest version contains it. */
  isCurrent: boolean;
}

/**
 * Lists every step of all versions of the journey: those of the latest version in its order, then those of older
 * versions, newest first. With `version`, lists only the steps of that version.
 */
export async function listJourneySteps(
  database: Database,
  workspaceId: string,
  journeyId: string,
  version?: number,
): Promise<ReportedStep[]> {
  return rowsOf<ReportedStep>(
    database.raw(
      `select id, kind, "armIds", "isCurrent" from (
         select distinct on (s.step ->> 'id') s.step ->> 'id' as id, s.step ->> 'kind' as kind, v.version, s.position,
                coalesce(jsonb_path_query_array(s.step, '$.arms[*].id'), '[]') as "armIds",
                v.version = coalesce(cast(:version as integer), j.latest_version) as "isCurrent"
           from journeys j
           join journey_versions v on v.workspace_id = j.workspace_id and v.journey_id = j.id
          cross join lateral jsonb_array_elements(v.steps) with ordinality s (step, position)
          where j.workspace_id = :workspaceId and j.id = :journeyId
            and (cast(:version as integer) is null or v.version = :version)
          order by s.step ->> 'id', v.version desc
       ) newest order by version desc, position`,
      { workspaceId, journeyId, version: version ?? null },
    ),
  );
}
