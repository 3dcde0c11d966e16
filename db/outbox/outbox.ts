import { newId } from '../connection/ids';
import { preparedRows, rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Commands to Temporal. They are written in the transaction of their cause and executed by any worker. */

export type OutboxKind =
  | 'start_execution'
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
  | 'delete_workspace';

export interface OutboxCommand {
  id: string;
  workspaceId: string;
  kind: OutboxKind;
  /**
   * The id of the execution, send, erasure, conversion or connection. For `run_digest` it is the date, and for
   * `sync_digest` the id of the change, for `delete_workspace` the id of the workspace. A resend appends its number after a colon. Signals of executions and commands
   * for connections append the id of a change after a colon.
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
