import type { CohortCounts } from '../../domain/journeys/impact';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Subjects with a first entry on this day in the workspace's timezone. */
export interface ImpactDay extends CohortCounts {
  /** YYYY-MM-DD */
  date: string;
  convertedExposed: number;
  convertedHoldout: number;
}

/** Sums of the totals and changes in `s`; see `db/journeys/subject-totals.ts`. */
export const cohortColumns = `coalesce(sum(s.subjects) filter (where s.cohort = 'exposed'), 0)::int as exposed,
  coalesce(sum(s.subjects) filter (where s.cohort = 'holdout'), 0)::int as holdout,
  coalesce(sum(s.converted) filter (where s.cohort = 'exposed'), 0)::int as "convertedExposed",
  coalesce(sum(s.converted) filter (where s.cohort = 'holdout'), 0)::int as "convertedHoldout"`;

/** Counts the subjects of a journey since its first publication, each once, by their first entry. */
export async function countSubjects(
  database: Database,
  workspaceId: string,
  journeyId: string,
): Promise<{ triggered: CohortCounts; converted: CohortCounts }> {
  const [row] = await rowsOf<Omit<ImpactDay, 'date'>>(
    database.raw(
      `select ${cohortColumns}
         from (select cohort, subjects, converted from cohort_totals
                where workspace_id = :workspaceId and journey_id = :journeyId
               union all
               select cohort, subjects, converted from cohort_changes
                where workspace_id = :workspaceId and journey_id = :journeyId) s`,
      { workspaceId, journeyId },
    ),
  );
  const { exposed = 0, holdout = 0, convertedExposed = 0, convertedHoldout = 0 } = row ?? {};
  return { triggered: { exposed, holdout }, converted: { exposed: convertedExposed, holdout: convertedHoldout } };
}

/**
 * Counts subjects of the last 30 days in the workspace's timezone, including the day of `now` and days without
 * subjects, oldest first.
 */
export async function countSubjectsByDay(
  database: Database,
  workspaceId: string,
  journeyId: string,
  now: Date,
): Promise<ImpactDay[]> {
  return rowsOf<ImpactDay>(
    database.raw(
      `with today as (
         select (cast(:now as timestamptz) at time zone timezone)::date as date, timezone from workspaces
          where id = :workspaceId
       ), entered as (
         select s.cohort, s.subjects, s.converted, (s.starts_at at time zone t.timezone)::date as date
           from today t
          cross join (
            select cohort, starts_at, sum(subjects) as subjects, sum(converted) as converted
              from (select cohort, starts_at, subjects, converted from cohort_spans
                     where workspace_id = :workspaceId and journey_id = :journeyId
                       and starts_at > cast(:now as timestamptz) - interval '31 days'
                    union all
                    select cohort, starts_at, subjects, converted from cohort_changes
                     where workspace_id = :workspaceId and journey_id = :journeyId
                       and starts_at > cast(:now as timestamptz) - interval '31 days') all_entered
             group by cohort, starts_at) s
       )
       select to_char(day.date, 'YYYY-MM-DD') as date, ${cohortColumns}
         from today t
        cross join lateral (select t.date - back as date from generate_series(29, 0, -1) back) day
         left join entered s on s.date = day.date
        group by day.date order by day.date`,
      { workspaceId, journeyId, now },
    ),
  );
}
