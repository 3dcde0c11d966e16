import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Reads the state of a wait for an event and locks it in this transaction, so that no event is matched concurrently. A
 * wait that the execution has left counts as over.
 * @returns `received` if the event arrived in time, otherwise `over` if the timeout has passed
 */
export async function lockEventWait(
  transaction: Database,
  step: { workspaceId: string; executionId: string; stepId: string },
): Promise<{ received: boolean; over: boolean }> {
  const [row] = await rowsOf<{ received: boolean; over: boolean }>(
    transaction.raw(
      `select heard_event_id is not null as received, resumes_at <= now() or left_at is not null as over from execution_steps
        where workspace_id = ? and execution_id = ? and step_id = ? for update`,
      [step.workspaceId, step.executionId, step.stepId],
    ),
  );
  return row ?? { received: false, over: true };
}

/**
 * Finds the end of a wait that has received no event.
 * @returns `inMs` in milliseconds by the database's clock, which decides; null if the wait is no longer pending
 */
export async function findEndOfEventWait(
  database: Database,
  step: { workspaceId: string; executionId: string; stepId: string },
): Promise<{ at: Date; inMs: number } | null> {
  const [row] = await rowsOf<{ at: Date; inMs: number }>(
    database.raw(
      `select resumes_at as at, cast(extract(epoch from resumes_at - clock_timestamp()) * 1000 as float) as "inMs" from execution_steps
        where workspace_id = ? and execution_id = ? and step_id = ? and left_at is null and heard_event_id is null`,
      [step.workspaceId, step.executionId, step.stepId],
    ),
  );
  return row ?? null;
}

/**
 * Finds the event that a wait of the execution has received, as long as the execution has not left the wait. Returns
 * null otherwise.
 */
export async function findReceivedEvent(
  database: Database,
  workspaceId: string,
  executionId: string,
): Promise<string | null> {
  const row = await database('execution_steps')
    .where({ workspace_id: workspaceId, execution_id: executionId })
    .whereNotNull('heard_event_id')
    .whereNull('left_at')
    .first<{ id: string } | undefined>('heard_event_id as id');
  return row?.id ?? null;
}
