import type { Client } from '@temporalio/client';
import { reconcileExecution, type Mending, type WorkflowState } from '../operations/journeys/reconcile-execution';
import type { Database } from '../db/connection/pool';
import { readClock, takeExecutionsToReconcile, type Execution } from '../db/journeys/executions';
import { describeExecution } from './workflow-client';

/** A run that differed: what Temporal said of it, and what was done. */
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

/** Questions to Temporal under way together. */
const atOnce = 20;

/**
 * Compares every execution that counts as running, of one workspace or all, with Temporal, and mends what differs, as the reconciler
 * does in rounds. Harmless beside it: each takes executions of its own. Those that the outbox has still to start are left out.
 * @param onMended called for each run that differed
 * @throws when PostgreSQL or Temporal is away
 */
export async function reconcileNow(
  { database, client }: { database: Database; client: Client },
  workspaceId: string | undefined,
  onMended: (mended: MendedRun) => void,
): Promise<ReconcileCounts> {
  const counts = { checked: 0, restarted: 0, ended: 0 };
  // Executions checked since are done: the rounds come to an end however many begin meanwhile.
  const before = await readClock(database);
  for (;;) {
    const executions = await takeExecutionsToReconcile(database, { workspaceId, unchecked: { before }, limit: atOnce });
    if (executions.length === 0) return counts;
    await Promise.all(
      executions.map(async (execution) => {
        const state = await describeExecution(client, execution.id);
        const mending = await reconcileExecution(database, execution, state);
        counts.checked += 1;
        if (mending === null) return;
        counts[mending] += 1;
        onMended({ execution, state, mending });
      }),
    );
  }
}
