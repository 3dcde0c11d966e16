import type { Database } from '../connection/pool';
import { listColumns } from '../connection/rows';
import { rowsOf } from '../connection/statements';
import { executionColumns, type Execution } from './executions';

/** Executions with a workflow that has closed in Temporal. */

/** Reads the time until which the ends of workflows are recorded, and PostgreSQL's time. */
export async function readClosedUntil(database: Database): Promise<{ closedUntil: Date; now: Date }> {
  const [row] = await rowsOf<{ closedUntil: Date; now: Date }>(
    database.raw(`select closed_until as "closedUntil", now() as now from reconciler`),
  );
  if (row === undefined) throw new Error('The table reconciler has no row.');
  return row;
}

/** Records that the ends of workflows until this time are recorded. */
export async function saveClosedUntil(database: Database, closedUntil: Date): Promise<void> {
  await database('reconciler').update({ closed_until: closedUntil });
}

/**
 * Finds those that are still running here, except those that the outbox has yet to start, and those of workspaces that
 * are being deleted.
 */
export const findStillRunning = (
  database: Database,
  names: readonly Pick<Execution, 'workspaceId' | 'id'>[],
): Promise<Execution[]> =>
  rowsOf<Execution>(
    database.raw(
      `select ${listColumns(executionColumns, 'e')}
         from json_to_recordset(cast(? as json)) as closed ("workspaceId" text, id text)
         join executions e on e.workspace_id = closed."workspaceId" and e.id = closed.id
        where e.status = 'RUNNING'
          and not exists (select 1 from outbox o where o.workspace_id = e.workspace_id
                             and o.kind = 'start_execution' and o.subject_id = e.id)
          and not exists (select 1 from outbox o where o.workspace_id = e.workspace_id
                             and o.kind = 'retry_execution' and o.subject_id = e.id || ':' || e.retries)
          and not exists (select 1 from workspace_deletions d where d.id = e.workspace_id)`,
      [JSON.stringify(names)],
    ),
  );
