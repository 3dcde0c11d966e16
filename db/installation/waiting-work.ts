import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Work of all workspaces that waits: by it an installation that stands still is recognised. */

const overdueAfter = '15 minutes';
const mostConnections = 5;

export interface WorstCommand {
  kind: string;
  attempts: number;
  lastError: string | null;
}

/** The command of the outbox that was tried most often; null when it is empty. */
export async function findWorstCommand(database: Database): Promise<WorstCommand | null> {
  const [command] = await rowsOf<WorstCommand>(
    database.raw('select kind, attempts, last_error as "lastError" from outbox order by attempts desc, id limit 1'),
  );
  return command ?? null;
}

/**
 * Messages that have been on their way for longer than any attempt takes, and those of the last day of which the provider did not say
 * whether it took them.
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

/** Messages of the last seven days that went out, and reports of the provider that came in that time. */
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

/** Executions that run by the database, and those of them whose start waits in the outbox. */
export async function countRunningExecutions(database: Database): Promise<{ running: number; starting: number }> {
  const [counts] = await rowsOf<{ running: number; starting: number }>(
    database.raw(
      `select (select count(*)::int from executions where status = 'RUNNING') as running,
              (select count(*)::int from outbox where kind = 'start_execution') as starting`,
    ),
  );
  return counts!;
}

/** Visits that reports have not counted yet. */
export async function countUncountedVisits(database: Database): Promise<number> {
  const [row] = await rowsOf<{ visits: number }>(
    database.raw('select coalesce(sum(visits), 0)::int as visits from rollup_queue'),
  );
  return row!.visits;
}

/** Seconds for which the oldest visit has waited that reports have not counted yet; 0 when none waits. */
export async function findRollupLag(database: Database): Promise<number> {
  const [row] = await rowsOf<{ seconds: number }>(
    database.raw(
      `select coalesce(extract(epoch from now() - min(q.queued_at)), 0)::float as seconds from workspaces w
        cross join lateral (select queued_at from rollup_queue where workspace_id = w.id order by id limit 1) q`,
    ),
  );
  return row!.seconds;
}

/** Connections to ad platforms whose last pull failed, {@link mostConnections} at most. */
export const listFailingConnections = (
  database: Database,
): Promise<{ workspaceId: string; name: string; lastError: string | null }[]> =>
  rowsOf(
    database.raw(
      `select workspace_id as "workspaceId", name, last_error as "lastError" from ad_connections
        where status = 'error' order by workspace_id, id limit ?`,
      [mostConnections],
    ),
  );
