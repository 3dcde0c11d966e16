import { rebuildCreditSums, withdrawCredits } from '../conversions/completion-credits';
import { deleteClosedSums, rebuildSums } from '../conversions/completion-sums';
import { recountCompletions, type CompletionVisit } from '../conversions/completions';
import { allowLongStatements, wholeWorkspaceMs } from '../connection/statement-limits';
import { acquireLock } from '../connection/advisory-locks';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { rebuildExperiments } from '../experiments/experiment-counts';
import { rebuildDays } from './visitor-days';
import { rebuildTouches } from './visitor-touches';

/**
 * The queue of changes to the daily figures (db/analytics/visitor-days.ts) and to everything else that is counted from
 * events. A marker, a row of `rollup_queue`, names visits: visitors and times. It is written in the transaction that
 * stores or deletes events of those visitors and days. Events without a visitor are named by their person, or by their
 * own id: only completions (db/conversions/completions.ts) count them.
 *
 * A drain deletes markers in one statement and recounts their days in the next. Transactions here are read committed,
 * so each statement sees what was committed before it started. A marker that the first statement sees was committed
 * with its events, so the second statement sees those events. A marker that commits in between stays for the next
 * drain, even if the second statement already saw some of its events: recounting a day again gives the same result. An
 * advisory lock serializes the drains of a workspace, so that each builds on what the previous one committed. Writers
 * of events never wait for it.
 */

/** Approximate number of visits per transaction: a marker is always taken as a whole. */
export const drainLimit = 5_000;

/**
 * The same for a request that needs all visits counted. During a load, consecutive markers name the same visitors, and
 * each portion would count them again.
 */
export const requestDrainLimit = 25_000;

/** Visits that are waiting to be counted. */
export interface Backlog {
  /** Visits in the oldest markers: a lower bound of the visits that are waiting. */
  visits: number;
  /** When the oldest marker was stored. */
  since: Date;
}

/**
 * Finds the visits that are waiting to be counted.
 * @param options.moreThan up to this many visits are not a backlog
 * @param options.markers how many markers to read; each names at least one visit
 * @returns null if no more than `moreThan` visits are waiting
 */
export async function findBacklog(
  database: Database,
  workspaceId: string,
  { moreThan, markers }: { moreThan: number; markers: number },
): Promise<Backlog | null> {
  const [backlog] = await rowsOf<Backlog>(
    database.raw(
      `select sum(visits)::int as visits, min(queued_at) as since from (
         select visits, queued_at from rollup_queue where workspace_id = :workspaceId order by id limit :markers
       ) oldest having sum(visits) > :moreThan`,
      { workspaceId, moreThan, markers },
    ),
  );
  return backlog ?? null;
}

export interface RollupState {
  /** The workspace's current timezone. */
  timezone: string;
  /** The timezone that the rollups were computed in; null before the first drain. */
  storedTimezone: string | null;
  /** Days before this date are no longer counted; an ISO date or `-infinity`. */
  closedBefore: string;
  /** Id of the newest marker; null if there are none. */
  lastMarker: string | null;
}

/** Maximum number of batches of markers per transaction, used when the markers name the same visits. */
const maxBatches = 5;

export interface Taking {
  limit: number;
  upTo: string;
  timezone: string;
}

/**
 * Deletes markers, oldest first, until they name `limit` different visits. Consecutive markers name busy visitors
 * repeatedly; each visit is counted once.
 * @returns how many visits the markers named, and each distinct visit with its first instant
 */
export async function takeVisits(
  transaction: Database,
  workspaceId: string,
  taking: Taking,
): Promise<{ count: number; visits: Visit[] }> {
  const visits = new Map<string, Visit>();
  let count = 0;
  for (let batches = 0; batches < maxBatches && visits.size < taking.limit; batches += 1) {
    const taken = await takeMarkers(transaction, workspaceId, taking);
    const named = taken.reduce((sum, visit) => sum + visit.named, 0);
    count += named;
    addVisits(visits, taken);
    if (named < taking.limit) break;
  }
  return { count, visits: [...visits.values()] };
}

const quarterMs = 15 * 60_000;

/** Keeps each visit once, with its first instant. */
function addVisits(visits: Map<string, Visit>, taken: readonly Visit[]): void {
  for (const visit of taken) {
    const key = [visit.visitorId, visit.day, Math.floor(visit.time.getTime() / quarterMs)].join(' ');
    const known = visits.get(key);
    if (known === undefined || visit.time < known.time) visits.set(key, visit);
  }
}

/**
 * Deletes markers, oldest first, until they name `limit` visits, once or repeatedly.
 * @returns the visits, one per visitor and quarter of an hour, with the first instant and the number of mentions
 */
const takeMarkers = (
  transaction: Database,
  workspaceId: string,
  { limit, upTo, timezone }: Taking,
): Promise<TakenVisit[]> =>
  rowsOf<TakenVisit>(
    transaction.raw(
      `with taken as (
         delete from rollup_queue where workspace_id = :workspaceId and id in (
           select id from (
             select id, sum(visits) over (order by id) - visits as before from (
               -- Each marker names a visit at least.
               select id, visits from rollup_queue where workspace_id = :workspaceId and id <= :upTo order by id limit :limit
             ) oldest
           ) markers where before < :limit)
         returning visitor_ids, times
       )
       select visitor_id as "visitorId", min(time) as time, day::text, count(*)::int as named from (
         select visitor_id, time, (time at time zone :timezone)::date as day, date_bin('15 minutes', time, '2000-01-01Z') as slot
           from taken cross join lateral unnest(visitor_ids, times) as v (visitor_id, time)
       ) v group by visitor_id, day, slot`,
      { workspaceId, limit, timezone, upTo },
    ),
  );

/**
 * Lists workspaces with outdated rollups: those with markers, those that were never counted, and those with a changed
 * timezone. The oldest marker comes first.
 */
export async function workspacesWithStaleRollups(
  database: Database,
  { limit, except = [] }: { limit: number; except?: string[] },
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw(
      `select w.id from workspaces w left join rollup_states s on s.workspace_id = w.id
        cross join lateral (select min(id) as oldest from rollup_queue q where q.workspace_id = w.id) q
        where (q.oldest is not null or s.timezone is distinct from w.timezone) and w.id <> all (cast(? as text[]))
        order by q.oldest limit ?`,
      [except, limit],
    ),
  );
  return rows.map(({ id }) => id);
}

interface Visit {
  visitorId: string;
  time: Date;
  day: string;
}

interface TakenVisit extends Visit {
  named: number;
}

/** Returns the visits on days that are still counted. */
export const openVisits = (visits: readonly Visit[], { closedBefore }: RollupState): CompletionVisit[] =>
  visits.filter(({ day }) => day >= closedBefore).map(({ visitorId: name, time }) => ({ name, time }));

export const maxMarker = '9223372036854775807';

/** Acquires the workspace's advisory lock. No drain of the workspace runs until the transaction ends. */
export async function lockRollups(transaction: Database, workspaceId: string): Promise<void> {
  await acquireLock(transaction, `rollups ${workspaceId}`);
}

/**
 * Locks the rollups and reads their state.
 * @returns null if the workspace does not exist
 */
export async function lockRollupState(transaction: Database, workspaceId: string): Promise<RollupState | null> {
  await lockRollups(transaction, workspaceId);
  return findRollupState(transaction, workspaceId);
}

export async function findRollupState(database: Database, workspaceId: string): Promise<RollupState | null> {
  const [row] = await rowsOf<RollupState>(
    database.raw(
      `select w.timezone, s.timezone as "storedTimezone", coalesce(s.closed_before, '-infinity')::text as "closedBefore",
              (select max(id)::text from rollup_queue where workspace_id = w.id) as "lastMarker"
         from workspaces w left join rollup_states s on s.workspace_id = w.id where w.id = ?`,
      [workspaceId],
    ),
  );
  return row ?? null;
}

/** Sums the events on days that are still counted. */
export async function sumCountedEvents(
  database: Database,
  workspaceId: string,
  { closedBefore }: Pick<RollupState, 'closedBefore'>,
): Promise<number> {
  const [row] = await rowsOf<{ events: number }>(
    database.raw(
      `select coalesce(sum(events), 0)::float8 as events from channel_days
        where workspace_id = :workspaceId and day >= cast(:closedBefore as date)`,
      { workspaceId, closedBefore },
    ),
  );
  return row?.events ?? 0;
}

export async function recountAll(transaction: Database, workspaceId: string, state: RollupState): Promise<void> {
  const { timezone, closedBefore } = state;
  const values = { workspaceId, timezone, closedBefore };
  // Recounting a whole workspace can take longer than the time limit of a request.
  await allowLongStatements(transaction, wholeWorkspaceMs);
  // Delete the markers first, for the same reason as in a drain.
  const visits = await takeMarkers(transaction, workspaceId, { limit: 2 ** 53, upTo: '9223372036854775807', timezone });
  await rebuildDays(transaction, { workspaceId, ...state });
  await rebuildTouches(transaction, workspaceId);
  await transaction.raw(
    `insert into rollup_states (workspace_id, timezone) values (:workspaceId, :timezone)
     on conflict (workspace_id) do update set timezone = excluded.timezone`,
    values,
  );
  await recountCompletions(transaction, workspaceId, openVisits(visits, state));
  await rebuildSums(transaction, workspaceId);
  await withdrawCredits(transaction, workspaceId, visits);
  await rebuildCreditSums(transaction, workspaceId);
  await rebuildExperiments(transaction, { workspaceId, ...state });
}

/** Stops counting days before an ISO date. Their sums no longer change. */
export async function closeDays(transaction: Database, workspaceId: string, before: string): Promise<void> {
  await transaction.raw(
    `update rollup_states set closed_before = greatest(closed_before, ?::date) where workspace_id = ?`,
    [before, workspaceId],
  );
  await deleteClosedSums(transaction, workspaceId);
}
