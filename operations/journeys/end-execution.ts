import { endExecution as endRow, findExecution, type Ending, type Execution } from '../../db/journeys/executions';
import type { Context } from '../ports';

/**
 * Records how an execution ended, other than at a step. One that is being canceled ends for that reason, and one that has ended keeps
 * its ending.
 * @returns the execution with the ending that is recorded; null when there is no such execution
 */
export function endExecution(
  { database }: Pick<Context, 'database'>,
  { workspaceId, executionId }: { workspaceId: string; executionId: string },
  ending: Ending,
): Promise<Execution | null> {
  return database.transaction(async (transaction) => {
    const execution = await findExecution(transaction, workspaceId, executionId);
    const reason = execution?.cancelReason ?? null;
    const recorded = reason === null ? ending : { status: 'CANCELED' as const, reason };
    await endRow(transaction, workspaceId, executionId, recorded);
    return findExecution(transaction, workspaceId, executionId);
  });
}
