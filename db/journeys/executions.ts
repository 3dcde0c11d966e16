import type { ExecutionStatus } from '../../domain/journeys/schemas';
import type { JsonObject } from '../../domain/json/schemas';
import { recordAudit } from '../audit/audit';
import { preparedRows, rowsOf } from '../connection/statements';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf, listColumns } from '../connection/rows';

/** One subject's execution of one version of a journey. */
export interface Execution {
  workspaceId: string;
  id: string;
  journeyId: string;
  version: number;
  endUserId: string;
  status: ExecutionStatus;
  currentStepId: string;
  exitReason: string | null;
  startedAt: Date;
  endedAt: Date | null;
  /** The goal event that was reached while it was running. After that, no step has any effect. */
  goalEventId: string | null;
  /** Why it is being ended from outside. */
  cancelReason: string | null;
  /** How often it was retried after it had failed. */
  retries: number;
  /** Why it failed: a reason of its step, or the type of an error. */
  failureCause: string | null;
  /** The text of the error that it failed with. */
  failureMessage: string | null;
}

export const executionColumns = columnsOf<Execution>()(
  'workspaceId',
  'id',
  'journeyId',
  'version',
  'endUserId',
  'status',
  'currentStepId',
  'exitReason',
  'startedAt',
  'endedAt',
  'goalEventId',
  'cancelReason',
  'retries',
  'failureCause',
  'failureMessage',
);

export async function findExecution(database: Database, workspaceId: string, id: string): Promise<Execution | null> {
  const row = await database('executions')
    .where({ workspace_id: workspaceId, id })
    .options(preparedAs(database, 'find-execution'))
    .first<Execution | undefined>(executionColumns);
  return row ?? null;
}

/** Finds executions of any workspaces. Those that do not exist are omitted. */
export const readExecutions = (
  database: Database,
  names: readonly Pick<Execution, 'workspaceId' | 'id'>[],
): Promise<Execution[]> =>
  preparedRows<Execution>(
    database,
    'read-executions',
    `select ${listColumns(executionColumns, 'e')}
       from json_to_recordset(?::json) as wanted ("workspaceId" text, id text)
       join executions e on e.workspace_id = wanted."workspaceId" and e.id = wanted.id`,
    [JSON.stringify(names)],
  );

/** Finds executions by id, in the order of their start. Ids that do not exist are omitted. */
export async function findExecutions(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Execution[]> {
  return database('executions')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...ids])
    .orderBy('id')
    .select<Execution[]>(executionColumns);
}

/** Finds the execution that was started with an idempotency key. Returns null if there is none. */
export async function findExecutionByKey(
  database: Database,
  name: { workspaceId: string; journeyId: string; idempotencyKey: string },
): Promise<Execution | null> {
  const row = await database('executions')
    .where({ workspace_id: name.workspaceId, journey_id: name.journeyId, idempotency_key: name.idempotencyKey })
    .first<Execution | undefined>(executionColumns);
  return row ?? null;
}

/** Finds when a wait ends. Returns null if it has not started, or does not wait for a time. */
export async function findResumption(
  database: Database,
  workspaceId: string,
  executionId: string,
  stepId: string,
): Promise<Date | null> {
  const row = await database('execution_steps')
    .where({ workspace_id: workspaceId, execution_id: executionId, step_id: stepId })
    .options(preparedAs(database, 'find-resumption'))
    .first<{ resumesAt: Date | null; eventId: string | null } | undefined>(
      'resumes_at as resumesAt',
      'heard_event_id as eventId',
    );
  // If the awaited event has already arrived, return a time in the past, because there is nothing left to wait for.
  if (row === undefined) return null;
  return row.eventId === null ? row.resumesAt : new Date(0);
}

/** How an execution ends. */
export interface Ending {
  status: Exclude<ExecutionStatus, 'RUNNING'>;
  reason: string;
  /** Why it failed: a reason of its step, or the type of an error. */
  cause?: string | null;
  /** The text of the error that it failed with. */
  message?: string | null;
}

const longestMessage = 500;

/** Returns the audit action of an ending. */
export const endingAction = (status: Ending['status']): string =>
  status === 'FAILED' ? 'execution.failed' : 'execution.completed';

/**
 * Ends an execution that is still running, at its current step, and logs it.
 * @param ending.retries how often the execution was retried when the end was found. An execution that was retried since
 * is left running. Undefined to end it in any case
 * @returns whether it was running
 */
export async function endExecution(
  database: Database,
  workspaceId: string,
  id: string,
  { retries, ...ending }: Ending & { retries?: number | undefined },
): Promise<boolean> {
  const [ended] = await database('executions')
    .where({ workspace_id: workspaceId, id, status: 'RUNNING', ...(retries !== undefined && { retries }) })
    .update({
      status: ending.status,
      exit_reason: ending.reason,
      ended_at: database.fn.now(),
      ...(ending.status === 'FAILED' && {
        failure_cause: ending.cause ?? null,
        failure_message: ending.message?.slice(0, longestMessage) ?? null,
      }),
    })
    .returning<{ journeyId: string; version: number }[]>(['journey_id as journeyId', 'version']);
  if (ended === undefined) return false;
  await recordAudit(database, [
    {
      workspaceId,
      subjectType: 'journey',
      subjectId: ended.journeyId,
      actor: 'system',
      action: endingAction(ending.status),
      metadata: { executionId: id, version: ended.version, status: ending.status, reason: ending.reason },
    },
  ]);
  return true;
}

/** Selects running executions to check: in one workspace or all, last checked some time ago or before an instant. */
export interface ReconcileSelection {
  workspaceId?: string | undefined;
  /** An instant in PostgreSQL's text format, so that it is not rounded. */
  unchecked: { forSeconds: number } | { before: string };
  limit: number;
}

/** Reads PostgreSQL's current time as text in full precision. */
export async function readClock(database: Database): Promise<string> {
  const [row] = await rowsOf<{ now: string }>(database.raw(`select clock_timestamp()::text as now`));
  if (row === undefined) throw new Error('PostgreSQL returned no time.');
  return row.now;
}

/**
 * Takes the running executions with the oldest check against Temporal, oldest first, and marks them as checked now.
 * Executions that the outbox has not started yet are omitted.
 */
export async function takeExecutionsToReconcile(
  database: Database,
  { workspaceId, unchecked, limit }: ReconcileSelection,
): Promise<Execution[]> {
  return rowsOf<Execution>(
    database.raw(
      `update executions e set reconciled_at = now()
         from (select x.workspace_id, x.id from executions x
                where x.status = 'RUNNING'
                  and x.reconciled_at < coalesce(cast(:before as timestamptz), now() - cast(:seconds as float) * interval '1 second')
                  and (cast(:workspaceId as text) is null or x.workspace_id = :workspaceId)
                  and not exists (select 1 from outbox o where o.workspace_id = x.workspace_id
                                     and o.kind = 'start_execution' and o.subject_id = x.id)
                  and not exists (select 1 from outbox o where o.workspace_id = x.workspace_id
                                     and o.kind = 'retry_execution' and o.subject_id = x.id || ':' || x.retries)
                  -- The deletion of a workspace removes its workflows first.
                  and not exists (select 1 from workspace_deletions d where d.id = x.workspace_id)
                order by x.reconciled_at limit :limit for update skip locked) due
        where e.workspace_id = due.workspace_id and e.id = due.id
      returning ${listColumns(executionColumns, 'e')}`,
      {
        workspaceId: workspaceId ?? null,
        before: 'before' in unchecked ? unchecked.before : null,
        seconds: 'forSeconds' in unchecked ? unchecked.forSeconds : null,
        limit,
      },
    ),
  );
}

/**
 * Finds the data of the event that started an execution; empty for a manual start. It is personal data, so it is kept
 * out of workflow histories.
 */
export async function findEventData(database: Database, workspaceId: string, executionId: string): Promise<JsonObject> {
  const row = await database('executions')
    .where({ workspace_id: workspaceId, id: executionId })
    .options(preparedAs(database, 'find-event-data'))
    .first<{ data: JsonObject } | undefined>('event_data as data');
  return row?.data ?? {};
}
