import { newId } from '../connection/ids';
import { preparedRows, rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Commands to Temporal, written in the transaction that decided them and carried out by any worker. */

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
  | 'sync_connection';

export interface OutboxCommand {
  id: string;
  workspaceId: string;
  kind: OutboxKind;
  /**
   * The execution's, the send's or the erasure's id; of a digest to run its date, of one to sync an id of the change;
   * of a connection its id; of a resend the send's id and its number after a colon. For the signal of an execution, and for a connection, an id of the change follows after a colon.
   */
  subjectId: string;
  attempts: number;
  /** The W3C `traceparent` of what decided it. */
  traceparent?: string | null;
}

/** A command as it is written. */
export type NewCommand = Pick<OutboxCommand, 'workspaceId' | 'kind' | 'subjectId' | 'traceparent'>;

/**
 * A subject of its own for each change of what an id names: a command that is being carried out may have read it from before, and its row,
 * which is there until it is done, would swallow the next.
 */
export const changeOf = (id: string): string => `${id}:${newId('request')}`;

/** The id that a subject names, with an id of a change behind it or without. */
export const idOfSubject = (subjectId: string): string => subjectId.split(':')[0] ?? '';

/** The same in a statement. @param column the subject's */
export const idOfSubjectIn = (column: string): string => `split_part(${column}, ':', 1)`;

/** The channel on which a commit that wrote commands wakes the dispatchers. */
export const outboxChannel = 'apex_outbox';

/** Writes commands; one that is already waiting is not written twice. Wakes the dispatchers when the transaction commits. */
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
  /** Age of the oldest. */
  oldestSeconds: number;
  /** Seconds since the oldest claim that has neither been settled nor taken over; 0 without one. */
  oldestClaimedSeconds: number;
}

/** How much waits, and for how long the oldest has. */
export const outboxBacklog = async (database: Database): Promise<Backlog> => totalOf(await outboxBacklogs(database));

/** The same of each kind of which commands wait. */
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
