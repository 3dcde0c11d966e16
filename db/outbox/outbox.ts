import { retryDelaySeconds } from '../../domain/outbox/delays';
import { newId } from '../connection/ids';
import { preparedRows, rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Commands to Temporal, and other work that follows a change. They are written in the transaction of their cause and
 * executed by any worker.
 */

export type OutboxKind =
  | 'start_execution'
  | 'retry_execution'
  | 'send_notice'
  | 'resend_message'
  | 'signal_execution'
  | 'cancel_execution'
  | 'start_erasure'
  | 'sync_digest'
  | 'run_digest'
  | 'recount_conversion'
  | 'schedule_connection'
  | 'sync_connection'
  | 'start_bulk'
  | 'delete_workspace'
  | 'index_people'
  | 'count_audience'
  | 'import_people';

export interface OutboxCommand {
  id: string;
  workspaceId: string;
  kind: OutboxKind;
  /**
   * The id of the execution, bulk action, send, erasure, conversion or connection. For `run_digest` it is the date, for
   * `sync_digest` the id of the change, and for `delete_workspace` the id of the workspace. A resend and a retry of an
   * execution append their number after a colon. Signals of executions and commands for connections append the id of a
   * change after a colon. For `index_people` it is the id of a change, for `count_audience` the ids of the audience and the
   * count; then a colon and the last person that is done.
   */
  subjectId: string;
  attempts: number;
  /** The W3C `traceparent` of its cause. */
  traceparent?: string | null;
}

/** A command to be written. */
export type NewCommand = Pick<OutboxCommand, 'workspaceId' | 'kind' | 'subjectId' | 'traceparent'>;

/**
 * Returns a unique subject for each change of an object. Otherwise the row of a running command, which may have read
 * the previous state, would suppress the next command.
 */
export const changeOf = (id: string): string => `${id}:${newId('request')}`;

/** Returns the id in a subject, with or without the id of a change after it; in SQL, `split_part(subject_id, ':', 1)`. */
export const idOfSubject = (subjectId: string): string => subjectId.split(':')[0] ?? '';

/** The channel on which a commit with new commands wakes the dispatchers. */
export const outboxChannel = 'apex_outbox';

/** Writes commands, except those that are already waiting. Wakes the dispatchers when the transaction commits. */
export async function enqueue(transaction: Database, commands: readonly NewCommand[]): Promise<void> {
  if (commands.length === 0) return;
  await preparedRows(
    transaction,
    'enqueue',
    `with queued as (
       insert into outbox (workspace_id, kind, subject_id, traceparent)
       select * from json_to_recordset(?::json) as given ("workspaceId" text, kind text, "subjectId" text, traceparent text)
       on conflict (workspace_id, kind, subject_id) do nothing
     )
     select pg_notify(?, '')`,
    [JSON.stringify(commands), outboxChannel],
  );
}

/*
 * Leases on commands. A claimed row has `claimed_by` and `claimed_at`, and its lease ends at `available_at`. After that,
 * any worker may claim it again. Every change of a claimed row includes the claim, so that a late change has no effect.
 */

/** Longer than a command's calls, which end after 5 s. If a worker dies, its commands wait until the lease ends. */
const leaseSeconds = 15;

export interface ClaimedCommand extends OutboxCommand {
  /** Unique for each claim. */
  claimedBy: string;
}

/** Maximum number of commands of a kind to claim. */
export interface ClaimLimit {
  kind: OutboxKind;
  limit: number;
}

/**
 * Claims due commands, oldest due first for each kind, and skips rows that another worker is claiming. Settle each with
 * {@link settleCommands} before its lease expires. After that, another worker executes it again. An expired lease counts
 * as an attempt, because the call may have been made.
 * @param claimedBy unique for each call
 */
export async function claimCommands(
  database: Database,
  claimedBy: string,
  limits: readonly ClaimLimit[],
): Promise<ClaimedCommand[]> {
  const open = limits.filter(({ limit }) => limit > 0);
  if (open.length === 0) return [];
  return preparedRows<ClaimedCommand>(
    database,
    'claim-commands',
    `with due as (
       select command.id
         from json_to_recordset(cast(:limits as json)) as lane (kind text, "limit" int)
        cross join lateral (
              select id from outbox where kind = lane.kind and available_at <= now()
               order by available_at, id limit lane."limit" for update skip locked) command
     )
     update outbox o
        set claimed_by = :claimedBy, claimed_at = now(), available_at = now() + :leaseSeconds * interval '1 second',
            attempts = o.attempts + case when o.claimed_by is null then 0 else 1 end,
            last_error = case when o.claimed_by is null then o.last_error
                              else 'The lease of ' || o.claimed_by || ' expired without a result.' end
       from due where o.id = due.id
    returning o.id, o.workspace_id as "workspaceId", o.kind, o.subject_id as "subjectId", o.attempts, o.traceparent,
              o.claimed_by as "claimedBy"`,
    { claimedBy, leaseSeconds, limits: JSON.stringify(open) },
  );
}

/** The result of a claimed command. */
export interface CommandResult {
  command: ClaimedCommand;
  /** Null after a success. `retryAfterSeconds` replaces the usual delay. */
  failure: { reason: string; retryAfterSeconds?: number | undefined } | null;
}

/**
 * Deletes executed commands, and reschedules failed ones. Skips commands that another worker has claimed since. Safe to
 * repeat.
 * @returns commands with an expired lease, which another worker executes again
 */
export async function settleCommands(database: Database, results: readonly CommandResult[]): Promise<ClaimedCommand[]> {
  const done = results.filter(({ failure }) => failure === null);
  const failed = results.filter(({ failure }) => failure !== null);
  const settled = [
    ...(done.length > 0 ? await deleteDone(database, done) : []),
    ...(failed.length > 0 ? await reschedule(database, failed) : []),
  ];
  const ids = new Set(settled.map(({ id }) => id));
  return results.map(({ command }) => command).filter(({ id }) => !ids.has(id));
}

const claimsOf = (commands: readonly ClaimedCommand[]): string =>
  JSON.stringify(commands.map(({ id, claimedBy }) => ({ id, claimedBy })));

const deleteDone = (database: Database, done: readonly CommandResult[]): Promise<{ id: string }[]> =>
  preparedRows(
    database,
    'delete-claimed',
    `delete from outbox o using json_to_recordset(?::json) as done (id bigint, "claimedBy" text)
      where o.id = done.id and o.claimed_by = done."claimedBy" returning o.id`,
    [claimsOf(done.map(({ command }) => command))],
  );

/** Ends the lease of failed commands, and records the attempt. */
function reschedule(database: Database, failed: readonly CommandResult[]): Promise<{ id: string }[]> {
  const rows = failed.map(({ command: { id, claimedBy, attempts }, failure }) => ({
    id,
    claimedBy,
    reason: failure?.reason,
    retryAfterSeconds: failure?.retryAfterSeconds ?? retryDelaySeconds(attempts),
  }));
  return preparedRows(
    database,
    'reschedule-claimed',
    `update outbox o
        set claimed_by = null, claimed_at = null, attempts = o.attempts + 1, last_error = left(failed.reason, 500),
            available_at = now() + failed."retryAfterSeconds" * interval '1 second'
       from json_to_recordset(?::json) as failed (id bigint, "claimedBy" text, reason text, "retryAfterSeconds" float)
      where o.id = failed.id and o.claimed_by = failed."claimedBy" returning o.id`,
    [JSON.stringify(rows)],
  );
}

/** Releases claimed commands without a result, so that another worker can claim them immediately. */
export async function releaseCommands(database: Database, commands: readonly ClaimedCommand[]): Promise<void> {
  if (commands.length === 0) return;
  await preparedRows(
    database,
    'release-claimed',
    `update outbox o set claimed_by = null, claimed_at = null, available_at = now()
       from json_to_recordset(?::json) as released (id bigint, "claimedBy" text)
      where o.id = released.id and o.claimed_by = released."claimedBy" returning o.id`,
    [claimsOf(commands)],
  );
}

export interface Backlog {
  commands: number;
  /** Age of the oldest command. */
  oldestSeconds: number;
  /** Seconds since the oldest claim that was neither settled nor taken over; 0 if there is none. */
  oldestClaimedSeconds: number;
}

/** Returns the number of waiting commands and the age of the oldest. */
export const outboxBacklog = async (database: Database): Promise<Backlog> => totalOf(await outboxBacklogs(database));

/** Returns the backlog of each kind with waiting commands. */
export const outboxBacklogs = (database: Database): Promise<(Backlog & { kind: string })[]> =>
  rowsOf(
    database.raw(
      `select kind, count(*)::int as commands, extract(epoch from now() - min(created_at))::float as "oldestSeconds",
              coalesce(extract(epoch from now() - min(claimed_at)), 0)::float as "oldestClaimedSeconds"
         from outbox group by kind`,
    ),
  );

export const totalOf = (backlogs: readonly Backlog[]): Backlog => ({
  commands: backlogs.reduce((sum, { commands }) => sum + commands, 0),
  oldestSeconds: Math.max(0, ...backlogs.map(({ oldestSeconds }) => oldestSeconds)),
  oldestClaimedSeconds: Math.max(0, ...backlogs.map(({ oldestClaimedSeconds }) => oldestClaimedSeconds)),
});
