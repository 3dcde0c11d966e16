import { findExecution } from '../../db/journeys/executions';
import type { Actor } from '../../domain/accounts/actor';
import { AppError, conflict, notFound } from '../../domain/errors';
import type { ExecutionAction } from '../../domain/journeys/executions/schemas';
import type { Context } from '../ports';

/**
 * Performs an operator's action on a running execution. Its workflow decides whether the action is possible, and records
 * it in the audit log.
 * @throws AppError NOT_FOUND; CONFLICT if the execution is over or refuses the action; SERVICE_UNAVAILABLE if Temporal or
 * the worker does not respond
 */
export async function actOnExecution(
  { database, temporal }: Pick<Context, 'database' | 'temporal'>,
  { workspaceId, id: by }: Actor,
  { journeyId, executionId, action }: { journeyId: string; executionId: string; action: ExecutionAction },
): Promise<void> {
  const execution = await findExecution(database, workspaceId, executionId);
  if (execution?.journeyId !== journeyId) throw notFound('Execution', executionId);
  const { status, cancelReason } = execution;
  if (status !== 'RUNNING' || cancelReason !== null) throw conflict('The execution has already ended.');
  const result = await temporal.act(executionId, action, by);
  if (result.kind === 'refused') throw conflict(result.reason);
  if (result.kind === 'unavailable')
    throw new AppError('SERVICE_UNAVAILABLE', result.reason, { retryAfterSeconds: 10 });
}
