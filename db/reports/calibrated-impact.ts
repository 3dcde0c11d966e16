import type { CohortCounts } from '../../domain/journeys/impact';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Subjects whose first entry was on a day of the workspace's timezone. */
export interface ImpactDay extends CohortCounts {
  /** YYYY-MM-DD */
  date: string;
  convertedExposed: number;
  convertedHoldout: number;
}

const counts = `count(*) filter (where s.cohort = 'exposed')::int as exposed,
  count(*) filter (where s.cohort = 'holdout')::int as holdout,
  count(s.converted_at) filter (where s.cohort = 'exposed')::int as "convertedExposed",
  count(s.converted_at) filter (where s.cohort = 'holdout')::int as "convertedHoldout"`;

/** The subjects of a journey since its first publication, each once and by the first entry. */
export async function countSubjects(
  database: Database,
  workspaceId: string,
  journeyId: string,
): Promise<{ triggered: CohortCounts; converted: CohortCounts }> {
  const [row] = await rowsOf<Omit<ImpactDay, 'date'>>(
    database.raw(`select ${counts} from journey_subjects s where s.workspace_id = ? and s.journey_id = ?`, [
      workspaceId,
      journeyId,
    ]),
  );
  const { exposed = 0, holdout = 0, convertedExposed = 0, convertedHoldout = 0 } = row ?? {};
  return { triggered: { exposed, holdout }, converted: { exposed: convertedExposed, holdout: convertedHoldout } };
}

/** The last 30 days in the workspace's timezone, that of `now` included, oldest first, also those without a subject. */
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
         select s.cohort, s.converted_at, (s.first_entered_at at time zone t.timezone)::date as date
           from today t, journey_subjects s
          where s.workspace_id = :workspaceId and s.journey_id = :journeyId
            -- A day more than asked for, for the index: which local day it was is decided above.
            and s.first_entered_at > cast(:now as timestamptz) - interval '31 days'
       )
       select to_char(day.date, 'YYYY-MM-DD') as date, ${counts}
         from today t
        cross join lateral (select t.date - back as date from generate_series(29, 0, -1) back) day
         left join entered s on s.date = day.date
        group by day.date order by day.date`,
      { workspaceId, journeyId, now },
    ),
  );
}
