import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { isInPeriod, type ReportPeriod } from './period-columns';

/** Failures of a journey in a period. */
export interface JourneyFailures {
  journeyId: string;
  name: string;
  /** Executions that ended as FAILED. */
  executions: number;
  /** Webhook steps that failed after their last attempt. */
  webhooks: number;
  lastAt: Date;
}

/**
 * Counts failures by journey, the most recent first. Journeys without failures are omitted. The conditions on status
 * and kind must match those of the indexes `executions_failed` and `execution_steps_failed`.
 */
export const readJourneyFailures = (
  database: Database,
  { workspaceId, timezone, from, to }: Omit<ReportPeriod, 'conversionId'>,
): Promise<JourneyFailures[]> =>
  rowsOf<JourneyFailures>(
    database.raw(
      `select j.id as "journeyId", j.name, sum(f.executions)::int as executions, sum(f.webhooks)::int as webhooks,
              max(f.at) as "lastAt"
         from (
           select x.journey_id, 1 as executions, 0 as webhooks, x.ended_at as at from executions x
            where x.workspace_id = :workspaceId and x.status = 'FAILED' and ${isInPeriod('x.ended_at')}
           union all
           select x.journey_id, 0, 1, s.left_at from execution_steps s
             join executions x on x.workspace_id = s.workspace_id and x.id = s.execution_id
            where s.workspace_id = :workspaceId and s.status = 'failed' and s.kind = 'webhook'
              and ${isInPeriod('s.left_at')}
         ) f
         join journeys j on j.workspace_id = :workspaceId and j.id = f.journey_id
        group by j.id, j.name order by max(f.at) desc, j.id`,
      { workspaceId, timezone, from, to },
    ),
  );
