import { deleteClosedSums, keepSums, rebuildSums } from './completion-sums';
import { recountCompletions, type CompletionVisit } from './completions';
import { rowsOf, type Database } from './connection';
import { recountExperiments, rebuildExperiments } from './experiment-counts';
import type { CountScope } from './experiment-recount';
import { rebuildDays, recountDays } from './visitor-days';
import { rebuildTouches, recountTouches } from './visitor-touches';

/**
 * The queue of what changed the daily figures (db/visitor-days.ts) and what else is counted from events. A marker, a row of
 * `rollup_queue`, names visits: visitors and times. It is written in the transaction that stores or deletes events of those
 * visitors and days. Events without a visitor are named by their person, or by themselves: only completions (db/completions.ts) count them.
 *
 * A drain takes markers away in one statement and recounts their days in the next. Transactions here are read committed, so
 * that each statement sees what was committed before it began. A marker that the first statement sees was committed with its
 * events, so that the second sees these. A marker that commits in between stays for the next drain, whatever the second
 * statement saw of its events: recounting a day again gives the same. Drains of one workspace take turns by an advisory lock,
 * so that each builds on what the last one committed; writers of events never wait for it.
 */

/** Visits taken in one transaction, roughly: a marker is taken whole. */
export const drainLimit = 5_000;

interface RollupState {
  /** The workspace's timezone of now. */
  timezone: string;
  /** The one that the rollups hold for; null before the first drain. */
  heldTimezone: string | null;
  /** Days before it are not counted any more, as ISO date or `-infinity`. */
  closedBefore: string;
  /** The newest marker; null when there is none. */
  lastMarker: string | null;
}

/**
 * Takes markers of a workspace until they name `limit` different visits or more, the oldest first and none above `upTo`, and brings the
 * days that they name up to date. Any number of processes may call it at once. Rebuilds everything when the workspace's timezone
 * has changed.
 * @returns how many visits were taken; fewer than `limit` when none is left that was committed before the call
 */
export async function drainRollups(
  database: Database,
  workspaceId: string,
  { limit, upTo }: { limit: number; upTo?: string | undefined },
): Promise<number> {
  return database.transaction(
    async (transaction) => {
      const state = await lockRollups(transaction, workspaceId);
      if (state === null) return 0;
      if (state.heldTimezone !== state.timezone) {
        await recountAll(transaction, workspaceId, state);
        return 0;
      }
      const { count, visits: taken } = await takeVisits(transaction, workspaceId, {
        ...{ limit, upTo: upTo ?? maxMarker, timezone: state.timezone },
      });
      if (taken.length > 0) {
        const names = taken.map((visit) => visit.visitor_id);
        await keepSums(transaction, { workspaceId, names }, async () => {
          await recountDays(transaction, { workspaceId, ...state }, taken);
          await recountCompletions(transaction, workspaceId, openVisits(taken, state));
        });
        await recountTouches(transaction, workspaceId, taken);
        await recountExperiments(transaction, { workspaceId, ...state }, taken);
      }
      return count;
    },
    { isolationLevel: 'read committed' },
  );
}

/** How often markers are taken for one transaction, when they name the same visits. */
const mostTakes = 5;

interface Taking {
  limit: number;
  upTo: string;
  timezone: string;
}

/**
 * Takes markers away, the oldest first, until they name `limit` different visits: busy visitors are named by one marker after the
 * other, and are counted once.
 * @returns how many were named, and each visit once, by its first instant
 */
async function takeVisits(
  transaction: Database,
  workspaceId: string,
  taking: Taking,
): Promise<{ count: number; visits: Visit[] }> {
  const visits = new Map<string, Visit>();
  let count = 0;
  for (let takes = 0; takes < mostTakes && visits.size < taking.limit; takes += 1) {
    const taken = await takeMarkers(transaction, workspaceId, taking);
    count += taken.length;
    for (const visit of taken) {
      const key = [visit.visitor_id, visit.day, Math.floor(visit.time.getTime() / quarterMs)].join(' ');
      const known = visits.get(key);
      if (known === undefined || visit.time < known.time) visits.set(key, visit);
    }
    if (taken.length < taking.limit) break;
  }
  return { count, visits: [...visits.values()] };
}

const quarterMs = 15 * 60_000;

const takeMarkers = (transaction: Database, workspaceId: string, { limit, upTo, timezone }: Taking): Promise<Visit[]> =>
  rowsOf<Visit>(
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
       select v.visitor_id, v.time, (v.time at time zone :timezone)::date::text as day
         from taken cross join lateral unnest(visitor_ids, times) as v (visitor_id, time)`,
      { workspaceId, limit, timezone, upTo },
    ),
  );

/**
 * Brings the rollups of a workspace up to date with every event that was committed before the call: what is read from them
 * afterwards equals a recount. Markers that arrive meanwhile are left, so that it ends under any load.
 */
export async function bringRollupsUpToDate(database: Database, workspaceId: string): Promise<void> {
  const state = await readState(database, workspaceId);
  if (state === null) return;
  if (state.heldTimezone !== state.timezone) await drainRollups(database, workspaceId, { limit: drainLimit });
  // A marker that another drain has taken is still visible until it commits, and this one then waits for its turn.
  if (state.lastMarker === null) return;
  let taken = drainLimit;
  while (taken >= drainLimit) {
    taken = await drainRollups(database, workspaceId, { limit: drainLimit, upTo: state.lastMarker });
  }
}

/** Counts everything anew in one transaction; readers see the old figures until it commits. Closed days stay as they are. */
export async function rebuildRollups(database: Database, workspaceId: string): Promise<void> {
  await database.transaction(
    async (transaction) => {
      const state = await lockRollups(transaction, workspaceId);
      if (state !== null) await recountAll(transaction, workspaceId, state);
    },
    { isolationLevel: 'read committed' },
  );
}

/** Workspaces whose rollups are behind: those with markers, those never counted, and those
 * whose timezone has changed. Oldest marker first. */
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

/** Ends the counting of days before an ISO date: their sums stand from now on, and their visitors may be forgotten. */
export async function closeRollupDays(database: Database, workspaceId: string, before: string): Promise<void> {
  await database.transaction(
    async (transaction) => {
      const state = await lockRollups(transaction, workspaceId);
      if (state === null) return;
      await transaction.raw(
        `update rollup_states set closed_before = greatest(closed_before, ?::date) where workspace_id = ?`,
        [before, workspaceId],
      );
      await deleteClosedSums(transaction, workspaceId);
    },
    { isolationLevel: 'read committed' },
  );
}

interface Visit {
  visitor_id: string;
  time: Date;
  day: string;
}

/** Those on days that are still counted. */
const openVisits = (visits: readonly Visit[], { closedBefore }: RollupState): CompletionVisit[] =>
  visits.filter(({ day }) => day >= closedBefore).map(({ visitor_id: name, time }) => ({ name, time }));

const maxMarker = '9223372036854775807';

/** Waits for the turn of this transaction: no drain of the workspace runs until it ends. */
export async function holdRollups(transaction: Database, workspaceId: string): Promise<void> {
  await transaction.raw(`select pg_advisory_xact_lock(hashtextextended('rollups ' || ?, 0))`, [workspaceId]);
}

/** @returns null when there is no such workspace */
async function lockRollups(transaction: Database, workspaceId: string): Promise<RollupState | null> {
  await holdRollups(transaction, workspaceId);
  return readState(transaction, workspaceId);
}

async function readState(database: Database, workspaceId: string): Promise<RollupState | null> {
  const [row] = await rowsOf<RollupState>(
    database.raw(
      `select w.timezone, s.timezone as "heldTimezone", coalesce(s.closed_before, '-infinity')::text as "closedBefore",
              (select max(id)::text from rollup_queue where workspace_id = w.id) as "lastMarker"
         from workspaces w left join rollup_states s on s.workspace_id = w.id where w.id = ?`,
      [workspaceId],
    ),
  );
  return row ?? null;
}

async function recountAll(transaction: Database, workspaceId: string, state: RollupState): Promise<void> {
  const { timezone, closedBefore } = state;
  const values = { workspaceId, timezone, closedBefore };
  // All that a workspace has takes longer than a request may.
  await transaction.raw(`set local statement_timeout = '10min'`);
  // The markers first, for the same reason as in a drain.
  const taken = await rowsOf<Visit>(
    transaction.raw(
      `with taken as (delete from rollup_queue where workspace_id = :workspaceId returning visitor_ids, times)
       select v.visitor_id, v.time, (v.time at time zone :timezone)::date::text as day
         from taken cross join lateral unnest(visitor_ids, times) as v (visitor_id, time)`,
      values,
    ),
  );
  await rebuildDays(transaction, { workspaceId, ...state });
  await rebuildTouches(transaction, workspaceId);
  await transaction.raw(
    `insert into rollup_states (workspace_id, timezone) values (:workspaceId, :timezone)
     on conflict (workspace_id) do update set timezone = excluded.timezone`,
    values,
  );
  await recountCompletions(transaction, workspaceId, openVisits(taken, state));
  await rebuildSums(transaction, workspaceId);
  await rebuildExperiments(transaction, { workspaceId, ...state });
}

/** Does something that the counts of experiments depend on in a turn of its own. Nothing is done before the first drain. */
export async function inTurn(
  database: Database,
  workspaceId: string,
  work: (transaction: Database, scope: CountScope) => Promise<void>,
): Promise<void> {
  await database.transaction(
    async (transaction) => {
      const state = await lockRollups(transaction, workspaceId);
      if (state === null || state.heldTimezone === null) return;
      await work(transaction, { workspaceId, timezone: state.heldTimezone, closedBefore: state.closedBefore });
    },
    { isolationLevel: 'read committed' },
  );
}
