import { cancelExecutions } from '../../db/journeys/cancel-executions';
import { findExecution } from '../../db/journeys/executions';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Ends an execution in flight: it acts no more from this commit on, and its workflow ends as CANCELED by a command of the outbox, whether
 * or not Temporal answers now. Safe to repeat.
 * @throws AppError NOT_FOUND; CONFLICT when it has ended otherwise
 */
export function cancelExecution(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  { journeyId, executionId }: { journeyId: string; executionId: string },
): Promise<void> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const canceled = await cancelExecutions(transaction, workspaceId, { executionId, journeyId });
    const execution = await findExecution(transaction, workspaceId, executionId);
    if (execution?.journeyId !== journeyId) throw notFound('Execution', executionId);
    if (canceled > 0) {
      const metadata = { executionId, version: execution.version, stepId: execution.currentStepId };
      await recordAct(transaction, actor, 'execution.canceled', {
        subject: { type: 'journey', id: journeyId },
        metadata,
      });
      return;
    }
    const { status, exitReason, cancelReason } = execution;
    if (cancelReason !== null || status === 'CANCELED') return;
    throw conflict(`The execution has already ended: ${status}, "${exitReason ?? 'end'}".`);
  });
}
