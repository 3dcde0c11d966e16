import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';
import type { StepName } from './sends';

/** A journey message whose page can be shown. */
export interface SentStep extends StepName {
  communicationId: string;
  journeyId: string;
}

/** Finds a journey message within the workspace's retention period. Returns null if it failed or is older. */
export async function findViewedSend(
  database: Database,
  { workspaceId, sendId }: { workspaceId: string; sendId: string },
): Promise<SentStep | null> {
  const [row] = await rowsOf<SentStep>(
    database.raw(
      `select s.workspace_id as "workspaceId", s.execution_id as "executionId", s.step_id as "stepId",
              s.communication_id as "communicationId", e.journey_id as "journeyId"
         from sends s
         join executions e on e.workspace_id = s.workspace_id and e.id = s.execution_id
         join workspaces w on w.id = s.workspace_id
        where s.workspace_id = ? and s.id = ? and s.kind = 'journey' and s.status <> 'failed'
          and coalesce(s.sent_at, s.created_at) >= now() - w.retention_days * interval '1 day'`,
      [workspaceId, sendId],
    ),
  );
  return row ?? null;
}
