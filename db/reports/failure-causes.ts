import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Failed executions with the same journey, version, step and cause. */
export interface FailureGroup {
  journeyId: string;
  journeyName: string;
  version: number;
  stepId: string;
  stepName: string | null;
  /** A reason of the step, or the type of the error. */
  cause: string;
  count: number;
  lastAt: Date;
  /** The text of the last error; null if only its cause is known. */
  lastMessage: string | null;
}

/**
 * Groups the executions that are failed now, the last failure first. The index `executions_failure_causes` has all
 * counted columns.
 * @param journeyId only this journey
 */
export const readFailureCauses = (
  database: Database,
  { workspaceId, journeyId, limit }: { workspaceId: string; journeyId: string | null; limit: number },
): Promise<FailureGroup[]> =>
  rowsOf<FailureGroup>(
    database.raw(
      `select g.journey_id as "journeyId", j.name as "journeyName", g.version, g.current_step_id as "stepId", s.name as "stepName",
              coalesce(g.failure_cause, g.exit_reason, 'failed') as cause, g.count, g.last_at as "lastAt",
              x.failure_message as "lastMessage"
         from (
           select journey_id, version, current_step_id, failure_cause, exit_reason, count(*)::int as count, max(ended_at) as last_at
             from executions
            where workspace_id = :workspaceId and status = 'FAILED' and (cast(:journeyId as text) is null or journey_id = :journeyId)
            group by journey_id, version, current_step_id, failure_cause, exit_reason
            order by max(ended_at) desc, journey_id, version, current_step_id, failure_cause, exit_reason limit :limit) g
         join journeys j on j.workspace_id = :workspaceId and j.id = g.journey_id
         join journey_versions v on v.workspace_id = :workspaceId and v.journey_id = g.journey_id and v.version = g.version
         left join lateral (
           select step ->> 'name' as name from jsonb_array_elements(v.steps) step where step ->> 'id' = g.current_step_id limit 1) s
           on true
         left join lateral (
           select failure_message from executions e
            where e.workspace_id = :workspaceId and e.journey_id = g.journey_id and e.version = g.version
              and e.current_step_id = g.current_step_id and e.failure_cause is not distinct from g.failure_cause
              and e.exit_reason is not distinct from g.exit_reason and e.status = 'FAILED' and e.ended_at = g.last_at limit 1) x
           on true
        order by g.last_at desc, g.journey_id, g.version, g.current_step_id`,
      { workspaceId, journeyId, limit },
    ),
  );
