import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Work of all workspaces that waits: by it an installation that stands still is recognised. */
export interface WaitingWork {
  /** The command of the outbox that was tried most often. */
  worstCommand: { kind: string; workspaceId: string; attempts: number; lastError: string | null } | null;
  /** Messages that have been on their way for longer than any attempt takes. */
  overdueSends: number;
  /** Messages of the last day of which the provider did not say whether it took them. */
  unknownSends: number;
  /** Messages of the last seven days that went out, and reports of the provider that came in that time. */
  recentSends: number;
  recentReports: number;
  runningExecutions: number;
  /** Running executions whose start waits in the outbox. */
  startingExecutions: number;
  /** Visits that reports have not counted yet. */
  uncountedVisits: number;
  failingConnections: { workspaceId: string; name: string; lastError: string | null }[];
}

const overdueAfter = '15 minutes';
const mostConnections = 5;

export async function readWaitingWork(database: Database): Promise<WaitingWork> {
  const [work] = await rowsOf<Omit<WaitingWork, 'failingConnections'>>(
    database.raw(
      `select (select jsonb_build_object('kind', kind, 'workspaceId', workspace_id, 'attempts', attempts, 'lastError', last_error)
                 from outbox order by attempts desc, id limit 1) as "worstCommand",
              (select count(*)::int from sends
                where status in ('queued', 'sending') and created_at < now() - cast(:overdueAfter as interval)) as "overdueSends",
              (select count(*)::int from sends
                where status = 'unknown' and created_at > now() - interval '1 day') as "unknownSends",
              (select count(*)::int from sends
                where status = 'sent' and mode = 'live' and sent_at > now() - interval '7 days') as "recentSends",
              (select count(*)::int from executions where status = 'RUNNING') as "runningExecutions",
              (select count(*)::int from outbox where kind = 'start_execution') as "startingExecutions",
              (select coalesce(sum(visits), 0)::int from rollup_queue) as "uncountedVisits",
              (select count(*)::int from sends
                where delivered_at > now() - interval '7 days') as "recentReports"`,
      { overdueAfter },
    ),
  );
  const failingConnections = await rowsOf<WaitingWork['failingConnections'][number]>(
    database.raw(
      `select workspace_id as "workspaceId", name, last_error as "lastError" from ad_connections
        where status = 'error' order by workspace_id, id limit ?`,
      [mostConnections],
    ),
  );
  return { ...work!, failingConnections };
}
