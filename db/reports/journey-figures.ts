import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { cohortColumns } from './calibrated-impact';

/** Figures of each journey in a list: running executions, entries per day, and conversions by cohort. */

export interface JourneyFigures {
  journeyId: string;
  /** Running executions. */
  running: number;
  /** Subjects by the day of their first entry, for the last seven days in the workspace's timezone, oldest first. */
  entries: number[];
  exposed: number;
  holdout: number;
  convertedExposed: number;
  convertedHoldout: number;
}

/** Reads the figures of journeys, in no particular order. Journeys that do not exist are omitted. */
export async function readJourneyFigures(
  database: Database,
  workspaceId: string,
  journeyIds: readonly string[],
  now: Date,
): Promise<JourneyFigures[]> {
  return rowsOf<JourneyFigures>(
    database.raw(
      `with requested as (
         select id from journeys where workspace_id = :workspaceId and id = any(cast(:journeyIds as text[]))
       ), waiting as (
         select journey_id, sum(runs)::int as running
           from (select journey_id, runs from step_totals
                  where workspace_id = :workspaceId and journey_id = any(cast(:journeyIds as text[])) and status = 'waiting'
                 union all
                 select journey_id, runs from step_changes
                  where workspace_id = :workspaceId and journey_id = any(cast(:journeyIds as text[])) and status = 'waiting') t
          group by journey_id
       ), today as (
         select (cast(:now as timestamptz) at time zone timezone)::date as date, timezone from workspaces
          where id = :workspaceId
       ), quarters as (
         -- Which local day each lies in. A day more at both ends: clocks are ahead, and events up to an hour.
         select starts_at, t.date - (starts_at at time zone t.timezone)::date as back
           from today t, generate_series(quarter_hour(cast(:now as timestamptz) - interval '8 days'),
                                         cast(:now as timestamptz) + interval '1 day', '15 minutes') starts_at
       ), changes as materialized (
         select journey_id, cohort, starts_at, sum(subjects) as subjects, sum(converted) as converted from cohort_changes
          where workspace_id = :workspaceId and journey_id = any(cast(:journeyIds as text[])) group by 1, 2, 3
       ), entered as (
         select journey_id, starts_at, subjects from cohort_spans
          where workspace_id = :workspaceId and journey_id = any(cast(:journeyIds as text[]))
            and starts_at >= quarter_hour(cast(:now as timestamptz) - interval '8 days')
         union all
         select journey_id, starts_at, subjects from changes
       ), days as (
         select journey_id, back, sum(subjects)::int as entered from entered join quarters using (starts_at) group by 1, 2
       ), week as (
         select a.id, array_agg(coalesce(d.entered, 0) order by back.back desc) as entries
           from requested a cross join generate_series(0, 6) back (back)
           left join days d on d.journey_id = a.id and d.back = back.back group by a.id
       ), cohorts as (
         select s.journey_id, ${cohortColumns}
           from (select journey_id, cohort, subjects, converted from cohort_totals
                  where workspace_id = :workspaceId and journey_id = any(cast(:journeyIds as text[]))
                 union all
                 select journey_id, cohort, subjects, converted from changes) s
          group by s.journey_id
       )
       select a.id as "journeyId", coalesce(w.running, 0) as running, week.entries,
              coalesce(c.exposed, 0) as exposed, coalesce(c.holdout, 0) as holdout,
              coalesce(c."convertedExposed", 0) as "convertedExposed", coalesce(c."convertedHoldout", 0) as "convertedHoldout"
         from requested a
         join week on week.id = a.id
         left join waiting w on w.journey_id = a.id
         left join cohorts c on c.journey_id = a.id`,
      { workspaceId, journeyIds: [...journeyIds], now },
    ),
  );
}
