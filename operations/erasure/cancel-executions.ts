import { deleteExecutionCommands, findRunsOfErased } from '../../db/erasure/erasure-runs';
import type { Erasure } from '../../db/erasure/erasures';
import { endExecution } from '../../db/journeys/executions';
import type { Context } from '../ports';

/** Cancels the executions whose workflows have not ended, and withdraws the commands about them, each in its own transaction. */
export async function cancelExecutions({ database }: Pick<Context, 'database'>, erasure: Erasure): Promise<void> {
  const { workspaceId } = erasure;
  for (const id of await findRunsOfErased(database, erasure)) {
    await database.transaction(async (transaction) => {
      await endExecution(transaction, workspaceId, id, { status: 'CANCELED', reason: 'erased' });
      await deleteExecutionCommands(transaction, workspaceId, id);
    });
  }
}
