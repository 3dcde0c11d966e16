import type { JourneyStep } from '../../domain/journeys/schemas';
import type { Database } from '../connection/pool';
import { listColumns } from '../connection/rows';
import { runPrepared } from '../connection/statements';
import { executionColumns, type Execution } from './executions';

/** An execution and the steps of its version. */
export interface Run {
  execution: Execution;
  /** Null if the version does not exist. */
  steps: JourneyStep[] | null;
}

export async function findRun(database: Database, workspaceId: string, executionId: string): Promise<Run | null> {
  const {
    rows: [row],
  } = await runPrepared<Execution & { steps: JourneyStep[] | null }>(
    database,
    {
      name: 'find-run',
      text: `select ${listColumns(executionColumns, 'e')}, v.steps
               from executions e
               left join journey_versions v on v.workspace_id = e.workspace_id and v.journey_id = e.journey_id and v.version = e.version
              where e.workspace_id = $1 and e.id = $2`,
    },
    [workspaceId, executionId],
  );
  if (row === undefined) return null;
  const { steps, ...execution } = row;
  return { execution, steps };
}
