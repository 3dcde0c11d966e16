import { endExecution, type Execution } from '../../db/journeys/executions';
import { enqueue } from '../../db/outbox/outbox';
import type { WorkflowState } from '../ports';
import type { Context } from '../ports';

/** What was done about an execution that differed: a new start at its step, or the end that Temporal reported. */
export type Mending = 'restarted' | 'ended';

const endings = {
  completed: { status: 'COMPLETED', reason: 'end' },
  failed: { status: 'FAILED', reason: 'failed' },
  canceled: { status: 'CANCELED', reason: 'canceled' },
  terminated: { status: 'TERMINATED', reason: 'terminated' },
} as const;

/**
 * Makes an execution that counts as running agree with what Temporal knows of it. Safe to repeat, and from any number of processes.
 * @returns null when there was nothing to do
 */
export async function reconcileExecution(
  { database }: Pick<Context, 'database'>,
  { workspaceId, id }: Execution,
  state: WorkflowState,
): Promise<Mending | null> {
  if (state === 'running') return null;
  return database.transaction(async (transaction) => {
    if (state === 'gone') {
      await enqueue(transaction, [{ workspaceId, kind: 'start_execution', subjectId: id }]);
      return 'restarted';
    }
    return (await endExecution(transaction, workspaceId, id, endings[state])) ? 'ended' : null;
  });
}
