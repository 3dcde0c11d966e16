import type { Database } from '../connection/pool';

/** One call of a webhook step. */
export interface WebhookTry {
  stepId: string;
  /** Starts at 1. */
  number: number;
  at: Date;
  durationMs: number;
  /** Status code of the response; null if there was a failure instead. */
  statusCode: number | null;
  failure: string | null;
}

/** Counts the recorded calls of a step. */
export async function countWebhookTries(
  database: Database,
  { workspaceId, executionId, stepId }: { workspaceId: string; executionId: string; stepId: string },
): Promise<number> {
  const row = await database('webhook_tries')
    .where({ workspace_id: workspaceId, execution_id: executionId, step_id: stepId })
    .max<{ last: number | null }>('number as last')
    .first();
  return row?.last ?? 0;
}

/** Records a call, unless its execution was deleted. Repeats do not change the first record. */
export async function insertWebhookTry(
  database: Database,
  { workspaceId, executionId }: { workspaceId: string; executionId: string },
  { stepId, number, at, durationMs, statusCode, failure }: WebhookTry,
): Promise<void> {
  await database.raw(
    `insert into webhook_tries (workspace_id, execution_id, step_id, number, tried_at, duration_ms, status_code, failure)
     select workspace_id, id, :stepId, cast(:number as integer), cast(:at as timestamptz), cast(:durationMs as integer),
            cast(:statusCode as integer), :failure
       from executions where workspace_id = :workspaceId and id = :executionId for share
     on conflict do nothing`,
    { workspaceId, executionId, stepId, number, at, durationMs, statusCode, failure },
  );
}
