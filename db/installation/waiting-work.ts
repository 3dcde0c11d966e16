import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Waiting work in all workspaces. It reveals an installation that is stuck. */

const overdueAfter = '15 minutes';
const maxListed = 5;

export interface WorstCommand {
  kind: string;
  attempts: number;
  lastError: string | null;
}

/** Finds the outbox command with the most attempts. Returns null if the outbox is empty. */
export async function findWorstCommand(database: Database): Promise<WorstCommand | null> {
  const [command] = await rowsOf<WorstCommand>(
    database.raw('select kind, attempts, last_error as "lastError" from outbox order by attempts desc, id limit 1'),
  );
  return command ?? null;
}

export interface WaitingStart {
  workspaceId: string;
  executionId: string;
  /** Age of the command. */
  seconds: number;
  attempts: number;
  lastError: string | null;
  /** Executions that are waiting for their start. */
  starts: number;
}

/** Finds the oldest execution that has not started yet. Returns null if all have started. */
export async function findOldestStart(database: Database): Promise<WaitingStart | null> {
  const [start] = await rowsOf<WaitingStart>(
    database.raw(
      `select workspace_id as "workspaceId", subject_id as "executionId", attempts, last_error as "lastError",
              extract(epoch from now() - created_at)::float as seconds, count(*) over ()::int as starts
         from outbox where kind = 'start_execution' order by created_at limit 1`,
    ),
  );
  return start ?? null;
}

/** Lists executions with a step whose wait ended in the last hour, but that did not continue; the last one first. */
export async function listOverdueExecutions(database: Database, limit: number): Promise<string[]> {
  const steps = await rowsOf<{ id: string }>(
    database
      .raw(
        `select e.id from executions e
           join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id and s.step_id = e.current_step_id
          where e.status = 'RUNNING' and s.left_at is null and s.resumes_at between now() - interval '1 hour' and now() - interval '1 second'
          order by s.resumes_at desc limit ?`,
        [limit],
      )
      .timeout(5_000, { cancel: true }),
  );
  return steps.map(({ id }) => id);
}

/**
 * Counts messages that have been in progress for longer than any attempt takes, and messages of the last day with an
 * unknown outcome.
 */
export async function countStandingSends(database: Database): Promise<{ overdue: number; unknown: number }> {
  const [counts] = await rowsOf<{ overdue: number; unknown: number }>(
    database.raw(
      `select (select count(*)::int from sends
                where status in ('queued', 'sending') and created_at < now() - cast(:overdueAfter as interval)) as overdue,
              (select count(*)::int from sends
                where status = 'unknown' and created_at > now() - interval '1 day') as unknown`,
      { overdueAfter },
    ),
  );
  return counts!;
}

/** Counts messages sent in the last seven days, and delivery reports received in that time. */
export async function countReportedSends(database: Database): Promise<{ sent: number; reported: number }> {
  const [counts] = await rowsOf<{ sent: number; reported: number }>(
    database.raw(
      `select (select count(*)::int from sends
                where status = 'sent' and mode = 'live' and sent_at > now() - interval '7 days') as sent,
              (select count(*)::int from sends where delivered_at > now() - interval '7 days') as reported`,
    ),
  );
  return counts!;
}

/** Counts executions that are running according to the database, and executions with a start command in the outbox. */
export async function countRunningExecutions(database: Database): Promise<{ running: number; starting: number }> {
  const [counts] = await rowsOf<{ running: number; starting: number }>(
    database.raw(
      `select (select count(*)::int from executions where status = 'RUNNING') as running,
              (select count(*)::int from outbox where kind = 'start_execution') as starting`,
    ),
  );
  return counts!;
}

/** Counts visits that reports do not include yet. */
export async function countUncountedVisits(database: Database): Promise<number> {
  const [row] = await rowsOf<{ visits: number }>(
    database.raw('select coalesce(sum(visits), 0)::int as visits from rollup_queue'),
  );
  return row!.visits;
}

/** Returns the age in seconds of the oldest visit that reports do not include yet; 0 if there is none. */
export async function findRollupLag(database: Database): Promise<number> {
  const [row] = await rowsOf<{ seconds: number }>(
    database.raw(
      `select coalesce(extract(epoch from now() - min(q.queued_at)), 0)::float as seconds from workspaces w
        cross join lateral (select queued_at from rollup_queue where workspace_id = w.id order by id limit 1) q`,
    ),
  );
  return row!.seconds;
}

/** Lists up to {@link maxListed} ad platform connections with a failed last import. */
export const listFailingConnections = (
  database: Database,
): Promise<{ workspaceId: string; name: string; lastError: string | null }[]> =>
  rowsOf(
    database.raw(
      `select workspace_id as "workspaceId", name, last_error as "lastError" from ad_connections
        where status = 'error' order by workspace_id, id limit ?`,
      [maxListed],
    ),
  );

/** Counts hosts to which calls of a workspace are paused. */
export async function countPausedHosts(database: Database): Promise<number> {
  const [row] = await rowsOf<{ hosts: number }>(
    database.raw('select count(*)::int as hosts from webhook_hosts where paused_at is not null'),
  );
  return row?.hosts ?? 0;
}

export interface PausedHost {
  workspaceId: string;
  host: string;
  reason: string | null;
  pausedAt: Date;
}

/** Lists up to {@link maxListed} hosts to which calls of a workspace are paused, the longest paused first. */
export const listPausedHosts = (database: Database): Promise<PausedHost[]> =>
  rowsOf(
    database.raw(
      `select workspace_id as "workspaceId", host, reason, paused_at as "pausedAt" from webhook_hosts
        where paused_at is not null order by paused_at limit ?`,
      [maxListed],
    ),
  );
