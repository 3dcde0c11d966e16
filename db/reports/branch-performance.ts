import type { ArmCounts } from '../../domain/journeys/branch-performance';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** The arms that subjects reached, over all versions, by step and arm. Each subject counts once for an arm. */
export async function countArmSubjects(
  database: Database,
  workspaceId: string,
  journeyId: string,
): Promise<(ArmCounts & { stepId: string })[]> {
  return rowsOf<ArmCounts & { stepId: string }>(
    database.raw(
      `select step_id as "stepId", arm_id as "armId", count(*)::int as "subjectsReached",
              count(converted_at)::int as "goalEvents"
         from journey_arm_subjects where workspace_id = ? and journey_id = ?
        group by step_id, arm_id order by step_id, arm_id`,
      [workspaceId, journeyId],
    ),
  );
}
