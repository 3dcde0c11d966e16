import { inChunks, rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Deletes old rows from the event tables. All deletions run in chunks, one statement each: no lock is held for long,
 * and interrupted work resumes where it stopped.
 */

/** Rows per chunk. */
const chunk = 5_000;

/** Maximum number of rejected events without a replay that a workspace keeps. */
const rejectedKept = 10_000;

/** A workspace with days that are past its retention period but still counted by its rollups. */
export interface RetentionDue {
  workspaceId: string;
  /** ISO date in the workspace's timezone: the first day to keep. */
  before: string;
}

/** Lists workspaces with days that are past the retention period but still counted by rollups. */
export const listRetentionDue = (database: Database): Promise<RetentionDue[]> =>
  rowsOf<RetentionDue>(
    database.raw(
      `select w.id as "workspaceId", ((now() at time zone w.timezone)::date - w.retention_days)::text as before
         from workspaces w left join rollup_states s on s.workspace_id = w.id
        where coalesce(s.closed_before, '-infinity') < (now() at time zone w.timezone)::date - w.retention_days
        order by w.id`,
    ),
  );

/**
 * Deletes the events, visitor days and touches of closed days in every workspace. The sums (`channel_days`,
 * `day_arrivals`) and the completions stay, because they identify no person.
 * @returns the number of deleted events
 */
export async function deleteClosedDays(database: Database, signal: AbortSignal): Promise<number> {
  const closed = await rowsOf<{ workspaceId: string; before: string; timezone: string }>(
    database.raw(
      `select workspace_id as "workspaceId", closed_before::text as before, timezone from rollup_states
        where closed_before > '-infinity' order by workspace_id`,
    ),
  );
  let events = 0;
  for (const { workspaceId, before, timezone } of closed) {
    const values = { workspaceId, before, timezone, chunk };
    // The chunk is selected by time first, because DELETE has no LIMIT.
    events += await inChunks(
      database,
      `with old as materialized (
         select occurred_at, id from events
          where workspace_id = :workspaceId and occurred_at < cast(:before as timestamp) at time zone :timezone
            and (occurred_at at time zone :timezone)::date < cast(:before as date)
          order by occurred_at limit :chunk
       ), gone as (
         delete from events e using old
          where e.workspace_id = :workspaceId and e.occurred_at = old.occurred_at and e.id = old.id
            and e.occurred_at <= (select max(occurred_at) from old)
         returning 1
       ) select count(*)::int as rows from gone`,
      { values, signal },
    );
    await inChunks(
      database,
      `with gone as (
         delete from visitor_days where workspace_id = :workspaceId and (day, visitor_id) in (
           select day, visitor_id from visitor_days
            where workspace_id = :workspaceId and day < cast(:before as date) limit :chunk)
         returning 1
       ) select count(*)::int as rows from gone`,
      { values, signal },
    );
    await inChunks(database, deleteTouches, { values, signal });
    await inChunks(database, eraseSubjects, { values, signal });
  }
  return events;
}

const deleteTouches = `
  with gone as (
    delete from visitor_touches where ctid = any(array(
      select ctid from visitor_touches
       where workspace_id = :workspaceId and at < cast(:before as timestamp) at time zone :timezone
         and (at at time zone :timezone)::date < cast(:before as date) limit :chunk))
    returning 1
  ) select count(*)::int as rows from gone`;

/** Completions of closed days stay without their subjects, because targets count them from the start of the target. */
const eraseSubjects = `
  with forgotten as (
    update conversion_completions set visitor_id = null, end_user_id = null, is_final = true
     where ctid = any(array(
       select ctid from conversion_completions
        where workspace_id = :workspaceId and (visitor_id is not null or end_user_id is not null)
          and occurred_at < cast(:before as timestamp) at time zone :timezone
          and (occurred_at at time zone :timezone)::date < cast(:before as date) limit :chunk))
    returning 1
  ) select count(*)::int as rows from forgotten`;

/** Number of rows that one purge deleted. */
export interface Purged {
  messageIds: number;
  rejectedEvents: number;
  sessions: number;
}

/**
 * Deletes message ids after 24 h plus a margin of one hour, rejected events after 30 days or beyond the newest 10,000
 * per workspace that are waiting for a replay, and expired sessions.
 */
export async function purgeOutlived(database: Database, signal: AbortSignal): Promise<Purged> {
  return {
    // The age is checked twice: a message id that is received again while this statement waits for its row counts as
    // new and stays.
    messageIds: await inChunks(
      database,
      `with gone as (
         delete from event_messages where received_at < now() - interval '25 hours' and (workspace_id, message_id) in (
           select workspace_id, message_id from event_messages
            where received_at < now() - interval '25 hours' order by received_at limit :chunk)
         returning 1
       ) select count(*)::int as rows from gone`,
      { values: { chunk }, signal },
    ),
    rejectedEvents: await inChunks(
      database,
      `with ranked as (
         select workspace_id, id, received_at, replayed_at,
                row_number() over (partition by workspace_id, replayed_at is null order by received_at desc, id desc) as place
           from rejected_events
       ), gone as (
         delete from rejected_events where (workspace_id, id) in (
           select workspace_id, id from ranked
            where received_at < now() - interval '30 days' or (replayed_at is null and place > ${rejectedKept}) limit :chunk)
         returning 1
       ) select count(*)::int as rows from gone`,
      { values: { chunk }, signal },
    ),
    sessions: await inChunks(
      database,
      `with gone as (
         delete from sessions where id in (select id from sessions where expires_at < now() limit :chunk) returning 1
       ) select count(*)::int as rows from gone`,
      { values: { chunk }, signal },
    ),
  };
}
