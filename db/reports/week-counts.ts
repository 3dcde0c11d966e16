import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { ReportPeriod } from './period-columns';

export interface WeekCounts {
  /** Journey subjects who reached the goal. */
  goals: number;
  /** Journey messages that were sent. */
  messages: number;
  /** Experiments running now. */
  experiments: number;
}

/** The first instant of a period, and the first one after it. */
const lower = `cast(:from as date)::timestamp at time zone :timezone`;
const upper = `(cast(:to as date) + 1)::timestamp at time zone :timezone`;
const isWithin = (column: string): string => `${column} >= ${lower} and ${column} < ${upper}`;

/** Counts what happened in a period, and the experiments that are running now. */
export async function countWeek(database: Database, period: ReportPeriod): Promise<WeekCounts> {
  const [counts] = await rowsOf<WeekCounts>(
    database.raw(
      `select
         (select count(*)::int from journey_subjects
           where workspace_id = :workspaceId and ${isWithin('converted_at')}) as goals,
         (select count(*)::int from sends
           where workspace_id = :workspaceId and kind = 'journey' and status = 'sent'
             and ${isWithin('created_at')}) as messages,
         (select count(*)::int from experiments where workspace_id = :workspaceId and status = 'running') as experiments`,
      { ...period },
    ),
  );
  return counts ?? { goals: 0, messages: 0, experiments: 0 };
}

export interface WeekEntries {
  id: string;
  name: string;
  /** Subjects whose first entry was in the period. */
  entered: number;
  /** Those of them who reached the goal, by now. */
  reached: number;
}

/** Lists the journeys that people entered in a period, most people first. */
export function listEnteredJourneys(database: Database, period: ReportPeriod, limit: number): Promise<WeekEntries[]> {
  return rowsOf<WeekEntries>(
    database.raw(
      `select j.id, j.name, sum(s.subjects)::int as entered, sum(s.converted)::int as reached
         from (select journey_id, subjects, converted from cohort_spans
                where workspace_id = :workspaceId and ${isWithin('starts_at')}
               union all
               select journey_id, subjects, converted from cohort_changes
                where workspace_id = :workspaceId and ${isWithin('starts_at')}) s
         join journeys j on j.workspace_id = :workspaceId and j.id = s.journey_id
        group by j.id, j.name having sum(s.subjects) > 0
        order by entered desc, j.id limit :limit`,
      { ...period, limit },
    ),
  );
}

export interface WeekDecision {
  id: string;
  name: string;
  recommendation: string;
  /** The name of the variant to ship; null for other recommendations. */
  variant: string | null;
  /** Whether a variant is served to all visitors. */
  isPromoted: boolean;
}

/** Lists the experiments that were decided in a period, in the order of their decisions. */
export function listDecided(database: Database, period: ReportPeriod, limit: number): Promise<WeekDecision[]> {
  return rowsOf<WeekDecision>(
    database.raw(
      `select e.id, e.name, e.decision ->> 'recommendation' as recommendation,
              (select v ->> 'name' from jsonb_array_elements(e.variants) v where v ->> 'id' = e.decision ->> 'shipped') as variant,
              e.promoted_variant_id is not null as "isPromoted"
         from experiments e
        where e.workspace_id = :workspaceId and e.decision is not null
          and ${isWithin(`cast(e.decision ->> 'at' as timestamptz)`)}
        order by e.decision ->> 'at', e.id limit :limit`,
      { ...period, limit },
    ),
  );
}

export interface WeekBelief {
  id: string;
  statement: string;
  /** Confidence at the start and at the end of the period, 0 to 1. */
  from: number;
  to: number;
}

/** Lists the existing beliefs with a changed confidence in a period, largest change first. */
export function listChangedBeliefs(database: Database, period: ReportPeriod, limit: number): Promise<WeekBelief[]> {
  return rowsOf<WeekBelief>(
    database.raw(
      `select b.id, b.statement, before.confidence as "from", last.confidence as "to"
         from beliefs b
        cross join lateral (
          select confidence from belief_confidences
           where workspace_id = b.workspace_id and belief_id = b.id and at < ${upper} order by number desc limit 1
        ) last
        cross join lateral (
          select coalesce((
            select confidence from belief_confidences
             where workspace_id = b.workspace_id and belief_id = b.id and at < ${lower} order by number desc limit 1
          ), b.prior) as confidence
        ) before
        where b.workspace_id = :workspaceId and b.updated_at >= ${lower} and last.confidence <> before.confidence
        order by abs(last.confidence - before.confidence) desc, b.id limit :limit`,
      { ...period, limit },
    ),
  );
}
