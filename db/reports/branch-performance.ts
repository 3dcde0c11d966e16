import type { ArmCounts } from '../../domain/journeys/branch-performance';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Counts the subjects that reached each arm, over all versions or in one, by step and arm. Each subject counts once per
 * arm. Reads the totals of `subject-totals.ts` and the changes that are not in them yet, in one statement.
 */
export async function countArmSubjects(
  database: Database,
  workspaceId: string,
  journeyId: string,
  version?: number,
): Promise<(ArmCounts & { stepId: string })[]> {
  return rowsOf<ArmCounts & { stepId: string }>(
    database.raw(
      `select step_id as "stepId", arm_id as "armId", sum(subjects)::int as "subjectsReached",
              sum(converted)::int as "goalEvents"
         from (select step_id, arm_id, subjects, converted from arm_totals
                where workspace_id = :workspaceId and journey_id = :journeyId
                  and (cast(:version as integer) is null or version = :version)
               union all
               select step_id, arm_id, subjects, converted from arm_changes
                where workspace_id = :workspaceId and journey_id = :journeyId
                  and (cast(:version as integer) is null or version = :version)) t
        group by step_id, arm_id having sum(subjects) <> 0 order by step_id, arm_id`,
      { workspaceId, journeyId, version: version ?? null },
    ),
  );
}
