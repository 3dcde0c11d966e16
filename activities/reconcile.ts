import { listUnfinishedHistories, type ConversionName } from '../db/conversions/completion-history';
import type { Database } from '../db/connection/pool';
import { takeExecutionsToReconcile, type Execution } from '../db/journeys/executions';
import { listPendingSteps, markPendingSteps } from '../db/journeys/pending-steps';
import { requeueHistory } from '../operations/conversions/history';
import { requeueErasures } from '../operations/erasure/erasures';
import { reconcileExecution } from '../operations/journeys/reconcile-execution';
import type { WorkflowState } from '../operations/ports';
import { requeueDeletions } from '../operations/workspaces/delete-workspace';
import { requeueNotices } from '../operations/notices/send-notice';
import type { ReconcileInput, ReconcileResult } from '../workflows/contract/maintenance';
import type { MatchHistoryInput } from '../workflows/contract/match-history';

export interface ReconcileDependencies {
  database: Database;
  describeExecution: (executionId: string) => Promise<WorkflowState>;
  /** Signals to an execution's workflow that its step has been pending for over a minute. */
  signalStepPending: (executionId: string, stepId: string) => Promise<void>;
  /** Whether the workflow that matches a conversion's history runs. */
  isHistoryRunning: (input: MatchHistoryInput) => Promise<boolean>;
  /** An execution is looked at again after this many seconds. */
  recheckAfterSeconds: number;
}

/** Concurrent requests to Temporal. */
const atOnce = 20;

async function inPortions<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) {
    await Promise.all(items.slice(start, start + atOnce).map(work));
  }
}

export function createReconcileActivities(dependencies: ReconcileDependencies) {
  const { database, describeExecution, recheckAfterSeconds } = dependencies;
  return {
    /**
     * Looks at the executions that were unchecked for the longest. A run whose workflow is gone is started again where it stood,
     * through the outbox; one that an operator ended in Temporal ends here, too. Notices that are overdue are queued again, and
     * so are erasures and deletions of workspaces that have run for long: those whose workflow was lost begin anew. The history of a conversion whose workflow was
     * lost or ended goes on where it stood. Executions whose step has been pending for over a minute receive a signal.
     */
    async reconcileExecutions({ limit }: ReconcileInput): Promise<ReconcileResult> {
      await requeueErasures({ database }, limit);
      await requeueDeletions({ database }, limit);
      await resumeHistories(dependencies, limit);
      const result = { checked: 0, restarted: 0, ended: 0, notices: await requeueNotices({ database }, limit) };
      const executions = await takeExecutionsToReconcile(database, {
        unchecked: { forSeconds: recheckAfterSeconds },
        limit,
      });
      await inPortions(executions, (execution) => check(execution, result));
      return { ...result, pending: await signalPendingSteps(dependencies, limit) };
    },
  };

  async function check(execution: Execution, result: ReconcileResult): Promise<void> {
    const mending = await reconcileExecution({ database }, execution, await describeExecution(execution.id));
    result.checked += 1;
    if (mending !== null) result[mending] += 1;
  }
}

/** Only those that no worker holds: the workflow would count another start as a change, and look again. */
async function resumeHistories(
  { database, isHistoryRunning }: Pick<ReconcileDependencies, 'database' | 'isHistoryRunning'>,
  limit: number,
): Promise<void> {
  const resume = async ({ workspaceId, id }: ConversionName): Promise<void> => {
    if (await isHistoryRunning({ workspaceId, conversionId: id })) return;
    await requeueHistory({ database }, { workspaceId, id });
  };
  await inPortions(await listUnfinishedHistories(database, limit), resume);
}

/** Marks the steps after the signals: a repeated signal changes nothing. @returns how many executions were signaled */
async function signalPendingSteps(
  { database, signalStepPending }: Pick<ReconcileDependencies, 'database' | 'signalStepPending'>,
  limit: number,
): Promise<number> {
  const steps = await listPendingSteps(database, limit);
  const running = steps.filter(({ isRunning }) => isRunning);
  await inPortions(running, ({ executionId, stepId }) => signalStepPending(executionId, stepId));
  if (steps.length > 0) await markPendingSteps(database, steps);
  return running.length;
}
