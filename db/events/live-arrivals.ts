import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Events as they arrive, for open pages of live events. The statement that stores events notes them in `live_arrivals`,
 * but only for workspaces in `live_viewers`, so without a viewer nothing is written. Viewers poll this small table,
 * because `events` has no index by time of receipt and events may arrive late.
 */

/** The most events that the statement that stores events notes (./events.ts). The others are only counted. */
export const notedEvents = 200;

/** Seconds that a workspace counts as watched after its viewers were last noted. */
const watchedSeconds = 15;
/** Seconds that arrivals are kept, so that a viewer who reconnects misses none. */
export const retentionSeconds = 60;

/** Notes that a workspace has viewers, and deletes its old arrivals. */
export async function noteViewers(database: Database, workspaceId: string): Promise<void> {
  await database.raw(
    `insert into live_viewers as v (workspace_id, until)
     select id, now() + ${watchedSeconds} * interval '1 second' from workspaces where id = ?
     on conflict (workspace_id) do update set until = greatest(v.until, excluded.until)`,
    [workspaceId],
  );
  await database.raw(
    `delete from live_arrivals where workspace_id = ? and arrived_at < now() - ${retentionSeconds} * interval '1 second'`,
    [workspaceId],
  );
}

/** One commit of events. */
export interface Arrival {
  id: string;
  /** The ids of the noted events, newest first. */
  eventIds: string[];
  /** When they happened, as PostgreSQL writes it. */
  times: string[];
  /** The number of events of the commit, including those that are not noted. */
  events: number;
}

/** PostgreSQL's format of an ISO time with microseconds. */
const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

/** Seconds that a commit may take to become visible after it noted its arrival. */
const overlapSeconds = 3;

/**
 * Lists commits since an earlier time of the database's clock, without the known ones, and returns the clock. Commits
 * become visible in another order than they were noted, so the list starts some seconds earlier.
 * @param filter.since an ISO time; null lists none
 */
export async function listArrivals(
  database: Database,
  workspaceId: string,
  { since, except = [] }: { since: string | null; except?: readonly string[] },
): Promise<{ now: string; arrivals: Arrival[] }> {
  const rows = await rowsOf<{ now: string } & (Arrival | { id: null })>(
    database.raw(
      `select c.now, a.*
         from (select to_char(clock_timestamp() at time zone 'UTC', :format) as now) c left join (
         select id::text, event_ids as "eventIds", times::text[], events from live_arrivals
          where workspace_id = :workspaceId and id <> all (cast(:except as bigint[]))
            and arrived_at > cast(:since as timestamptz) - ${overlapSeconds} * interval '1 second'
          order by arrived_at, id limit 1000) a on true`,
      { workspaceId, since, except: [...except], format: isoFormat },
    ),
  );
  return { now: rows[0]?.now ?? '', arrivals: rows.flatMap((row) => (row.id === null ? [] : row)) };
}
