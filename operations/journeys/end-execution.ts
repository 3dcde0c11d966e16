import type { Database } from '../../db/connection/pool';
import { endExecution as endRow, findExecution, type Ending } from '../../db/journeys/executions';

/**
 * Records how an execution ended, other than at a step. One that is being cancelled ends for the reason of that.
 * @returns whether it was running
 */
export function endExecution(
  database: Database,
  { workspaceId, executionId }: { workspaceId: string; executionId: string },
  ending: Ending,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const execution = await findExecution(transaction, workspaceId, executionId);
    const reason = execution?.cancelReason ?? null;
    const recorded = reason === null ? ending : { status: 'CANCELED' as const, reason };
    return endRow(transaction, workspaceId, executionId, recorded);
  });
}
