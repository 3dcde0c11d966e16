import type { Database } from '../db/connection';
import { endExecution, takeExecutionsToReconcile, type Execution } from '../db/executions';
import { requeueOverdueNotices } from '../db/notices';
import { enqueue } from '../db/outbox';
import type { ReconcileInput, ReconcileResult } from '../workflows/contract';

/** What Temporal knows of a run. `gone` when it knows no such workflow. */
export type RunState = 'running' | 'completed' | 'failed' | 'canceled' | 'terminated' | 'gone';

export interface ReconcileDependencies {
  database: Database;
  describeRun: (executionId: string) => Promise<RunState>;
  /** An execution is looked at again after this many seconds. */
  recheckAfterSeconds: number;
}

/** Questions to Temporal under way together. */
const atOnce = 20;

const endings = {
  completed: { status: 'COMPLETED', reason: 'end' },
  failed: { status: 'FAILED', reason: 'failed' },
  canceled: { status: 'CANCELED', reason: 'canceled' },
  terminated: { status: 'TERMINATED', reason: 'terminated' },
} as const;

export function createReconcileActivities({ database, describeRun, recheckAfterSeconds }: ReconcileDependencies) {
  return {
    /**
     * Looks at the executions that were unchecked for the longest. A run whose workflow is gone is started again where it stood,
     * through the outbox; one that an operator ended in Temporal ends here, too. Notices that are overdue are queued again.
     */
    async reconcileExecutions({ limit }: ReconcileInput): Promise<ReconcileResult> {
      const result = { checked: 0, restarted: 0, ended: 0, notices: await requeueOverdueNotices(database, limit) };
      const executions = await takeExecutionsToReconcile(database, { uncheckedForSeconds: recheckAfterSeconds, limit });
      for (let start = 0; start < executions.length; start += atOnce) {
        await Promise.all(executions.slice(start, start + atOnce).map((execution) => check(execution, result)));
      }
      return result;
    },
  };

  async function check(execution: Execution, result: ReconcileResult): Promise<void> {
    const state = await describeRun(execution.id);
    result.checked += 1;
    if (state === 'gone') result.restarted += await restart(execution);
    else if (state !== 'running') result.ended += await end(execution, endings[state]);
  }

  async function restart({ workspaceId, id }: Execution): Promise<number> {
    await database.transaction((transaction) =>
      enqueue(transaction, [{ workspaceId, kind: 'start_execution', subjectId: id }]),
    );
    return 1;
  }

  async function end({ workspaceId, id }: Execution, ending: (typeof endings)[keyof typeof endings]): Promise<number> {
    return Number(await database.transaction((transaction) => endExecution(transaction, workspaceId, id, ending)));
  }
}
