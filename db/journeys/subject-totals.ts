import { inChunks, rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Sums of journey subjects by cohort, and of arm subjects. Triggers on `journey_subjects` and `journey_arm_subjects`
 * write each change to `cohort_changes` and `arm_changes`, in the same transaction. Rows are only added, so no writer
 * waits for a shared counter. Changes are moved into `cohort_totals`, `cohort_spans` and `arm_totals` later. The sum of
 * changes and totals, read in one statement, always equals a recount. `cohort_spans` covers only the last 60 days;
 * reports show 30 of them.
 */

const moveCohorts = `
  with moved as (
    delete from cohort_changes where (workspace_id, journey_id, id) in (
      select workspace_id, journey_id, id from cohort_changes limit :limit for update skip locked)
    returning *
  ), totals as (
    insert into cohort_totals as t (workspace_id, journey_id, cohort, subjects, converted)
    -- In one order, so that two that add to the same totals wait for each other and never in a circle.
    select workspace_id, journey_id, cohort, sum(subjects), sum(converted) from moved
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (workspace_id, journey_id, cohort)
      do update set subjects = t.subjects + excluded.subjects, converted = t.converted + excluded.converted
  ), spans as (
    insert into cohort_spans as t (workspace_id, journey_id, starts_at, cohort, subjects, converted)
    select workspace_id, journey_id, starts_at, cohort, sum(subjects), sum(converted) from moved
     where starts_at > now() - interval '60 days'
     group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (workspace_id, journey_id, starts_at, cohort)
      do update set subjects = t.subjects + excluded.subjects, converted = t.converted + excluded.converted
  )
  select count(*)::int as moved from moved`;

const moveArms = `
  with moved as (
    delete from arm_changes where (workspace_id, journey_id, id) in (
      select workspace_id, journey_id, id from arm_changes limit :limit for update skip locked)
    returning *
  ), totals as (
    insert into arm_totals as t (workspace_id, journey_id, version, step_id, arm_id, subjects, converted)
    select workspace_id, journey_id, version, step_id, arm_id, sum(subjects), sum(converted) from moved
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (workspace_id, journey_id, version, step_id, arm_id)
      do update set subjects = t.subjects + excluded.subjects, converted = t.converted + excluded.converted
  )
  select count(*)::int as moved from moved`;

/**
 * Moves up to `limit` changes of cohorts into the totals. Any number of processes may call it at the same time, because
 * each takes different rows.
 * @returns how many were moved; fewer than `limit` if no more changes were committed before the call
 */
export const foldCohortChanges = (database: Database, limit: number): Promise<number> =>
  move(database, moveCohorts, limit);

/** Moves changes of arms like {@link foldCohortChanges}. */
export const foldArmChanges = (database: Database, limit: number): Promise<number> => move(database, moveArms, limit);

async function move(database: Database, statement: string, limit: number): Promise<number> {
  const [result] = await rowsOf<{ moved: number }>(database.raw(statement, { limit }));
  return result?.moved ?? 0;
}

/**
 * Deletes spans that are too old for any report.
 * @returns how many
 */
export function purgeCohortSpans(database: Database, signal: AbortSignal): Promise<number> {
  return inChunks(
    database,
    `with gone as (
       delete from cohort_spans where (workspace_id, journey_id, starts_at, cohort) in (
         select s.workspace_id, s.journey_id, s.starts_at, s.cohort
           from journeys j join cohort_spans s on s.workspace_id = j.workspace_id and s.journey_id = j.id
            and s.starts_at <= now() - interval '60 days'
          limit 5000)
       returning 1
     ) select count(*)::int as rows from gone`,
    { signal },
  );
}
