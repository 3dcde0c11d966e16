import { cancelExecutions } from '../../db/journeys/cancel-executions';
import { endExecution, findExecution, type Ending, type Execution } from '../../db/journeys/executions';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Cancels a running execution. From this commit on, no step has any effect, whether or not Temporal is available. A
 * command of the outbox cancels the workflow. Safe to repeat.
 * @throws AppError NOT_FOUND; CONFLICT if it has ended in another way
 */
export function cancelExecution(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  { journeyId, executionId }: { journeyId: string; executionId: string },
): Promise<void> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const canceled = await cancelExecutions(transaction, workspaceId, { executionIds: [executionId], journeyId });
    const execution = await findExecution(transaction, workspaceId, executionId);
    if (execution?.journeyId !== journeyId) throw notFound('Execution', executionId);
    if (canceled > 0) {
      await recordAct(transaction, actor, 'execution.canceled', actedOn(execution));
      return;
    }
    const { status, exitReason, cancelReason } = execution;
    if (cancelReason !== null || status === 'CANCELED') return;
    throw conflict(`The execution has already ended: ${status}, "${exitReason ?? 'end'}".`);
  });
}

/**
 * Records how an execution ended, other than at a step. An execution that is being canceled ends for that reason. An
 * execution that has ended keeps its ending.
 * @param by the operator who ends it, for the audit log
 * @param ending.retries as for endExecution
 * @returns the execution with the recorded ending; null if it does not exist
 */
export function recordEnding(
  { database }: Pick<Context, 'database'>,
  { workspaceId, executionId }: { workspaceId: string; executionId: string },
  ending: Ending & { retries?: number | undefined },
  by?: string,
): Promise<Execution | null> {
  return database.transaction(async (transaction) => {
    const execution = await findExecution(transaction, workspaceId, executionId);
    const reason = execution?.cancelReason ?? null;
    const recorded = reason === null ? ending : { status: 'CANCELED' as const, reason, retries: ending.retries };
    const isEnded = await endExecution(transaction, workspaceId, executionId, recorded);
    if (isEnded && by !== undefined && execution !== null) {
      await recordAct(transaction, { workspaceId, id: by }, 'execution.canceled', actedOn(execution));
    }
    return findExecution(transaction, workspaceId, executionId);
  });
}

/** Names an execution in the audit log of its journey. */
const actedOn = ({ journeyId, id, version, currentStepId }: Execution) => ({
  subject: { type: 'journey' as const, id: journeyId },
  metadata: { executionId: id, version, stepId: currentStepId },
});
