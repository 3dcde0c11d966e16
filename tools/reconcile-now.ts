import type { Client } from '@temporalio/client';
import { reconcileExecution, type Mending } from '../operations/journeys/reconcile-execution';
import type { WorkflowState } from '../operations/ports';
import type { Database } from '../db/connection/pool';
import { readClock, takeExecutionsToReconcile, type Execution } from '../db/journeys/executions';
import { describeExecution } from '../worker/workflow-client';

/** An execution that differed: its state in Temporal, and the fix. */
export interface MendedRun {
  execution: Execution;
  state: WorkflowState;
  mending: Mending;
}

export interface ReconcileCounts {
  checked: number;
  restarted: number;
  ended: number;
}

/** Concurrent requests to Temporal. */
const atOnce = 20;

/**
 * Compares every running execution, of one workspace or all, with Temporal, and fixes differences as the reconciler
 * does in rounds. Safe to run at the same time: each takes its own executions. Executions that the outbox has yet to
 * start are skipped.
 * @param onMended called for each execution that differed
 * @throws if PostgreSQL or Temporal is unavailable
 */
export async function reconcileNow(
  { database, client }: { database: Database; client: Client },
  workspaceId: string | undefined,
  onMended: (mended: MendedRun) => void,
): Promise<ReconcileCounts> {
  const counts = { checked: 0, restarted: 0, ended: 0 };
  // Executions checked after this time are done, so the rounds end even if new executions start.
  const before = await readClock(database);
  for (;;) {
    const executions = await takeExecutionsToReconcile(database, { workspaceId, unchecked: { before }, limit: atOnce });
    if (executions.length === 0) return counts;
    await Promise.all(
      executions.map(async (execution) => {
        const state = await describeExecution(client, execution.id);
        const mending = await reconcileExecution({ database }, execution, state);
        counts.checked += 1;
        if (mending === null) return;
        counts[mending] += 1;
        onMended({ execution, state, mending });
      }),
    );
  }
}
