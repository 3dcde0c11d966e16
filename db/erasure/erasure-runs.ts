import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Erasure } from './erasures';

/** The executions of a person being erased. */

/** Returns the database's current time. */
export async function databaseTime(database: Database): Promise<Date> {
  const [row] = await rowsOf<{ now: Date }>(database.raw('select clock_timestamp() as now'));
  return (row as { now: Date }).now;
}

/**
 * Returns whether work for the person is still in progress: executions that have not ended, commands about them, or a
 * transaction of the service that started before `since`. Such a transaction may have read the person before they were
 * removed, and its writes may not be visible yet. Later transactions do not find the person.
 * @param since an instant after the commit that removed the person, by {@link databaseTime}
 */
export async function isPersonStillAtWork(database: Database, erasure: Erasure, since: Date): Promise<boolean> {
  const [row] = await rowsOf<{ busy: boolean }>(
    database.raw(
      `select exists (select from executions where workspace_id = :workspaceId and end_user_id = :endUserId
                         and status = 'RUNNING')
           or exists (select from outbox o join executions e on e.workspace_id = o.workspace_id
                                                         and e.id = split_part(o.subject_id, ':', 1)
                       where e.workspace_id = :workspaceId and e.end_user_id = :endUserId)
           or exists (select from pg_stat_activity
                       where datname = current_database() and application_name like 'apex-%' and pid <> pg_backend_pid()
                         and backend_type = 'client backend' and xact_start < :since) as busy`,
      { workspaceId: erasure.workspaceId, endUserId: erasure.endUserId, since },
    ),
  );
  return row?.busy ?? false;
}

/** Lists the ids of all executions of the person, including ended ones. */
export async function findRunsOfErased(database: Database, erasure: Erasure): Promise<string[]> {
  const rows = await database('executions')
    .where({ workspace_id: erasure.workspaceId, end_user_id: erasure.endUserId })
    .orderBy('id')
    .select<{ id: string }[]>('id');
  return rows.map(({ id }) => id);
}

/**
 * Deletes the commands about an execution's workflow, except those that a worker is executing: these end within
 * seconds.
 */
export async function deleteExecutionCommands(transaction: Database, workspaceId: string, id: string): Promise<void> {
  await transaction('outbox')
    .where({ workspace_id: workspaceId })
    .whereRaw("split_part(subject_id, ':', 1) = ?", [id])
    .whereIn('kind', ['start_execution', 'retry_execution', 'signal_execution', 'cancel_execution'])
    .whereRaw('(claimed_by is null or available_at <= now())')
    .delete();
}
