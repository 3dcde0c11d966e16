import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Sums of step outcomes of journeys. Triggers on `executions` and `execution_steps` write each change to
 * `step_changes`, in the same transaction. Rows are only added, so executions of a busy journey never wait for each
 * other. Changes are moved into `step_totals` later. The sum of both tables, read in one statement, always equals a
 * recount.
 */

/** Changes moved per transaction. */
export const foldLimit = 20_000;

/**
 * Moves up to `limit` changes into the totals. Any number of processes may call it at the same time, because each takes
 * different rows.
 * @returns how many were moved; fewer than `limit` if no more changes were committed before the call
 */
export async function foldStepChanges(database: Database, limit: number): Promise<number> {
  const [result] = await rowsOf<{ moved: number }>(
    database.raw(
      `with moved as (
         delete from step_changes where (workspace_id, journey_id, id) in (
           select workspace_id, journey_id, id from step_changes limit :limit for update skip locked)
         returning *
       ), added as (
         insert into step_totals as t (workspace_id, journey_id, version, step_id, status, reason, runs)
         -- In one order, so that two that add to the same totals wait for each other and never in a circle.
         select workspace_id, journey_id, version, step_id, status, reason, sum(runs) from moved
          group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
         on conflict (workspace_id, journey_id, version, step_id, status, reason) do update set runs = t.runs + excluded.runs
       )
       select count(*)::int as moved from moved`,
      { limit },
    ),
  );
  return result?.moved ?? 0;
}
