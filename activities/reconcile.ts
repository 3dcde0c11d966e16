import { enqueueHistory, listUnfinishedHistories, type ConversionName } from '../db/completion-history';
import type { Database } from '../db/connection';
import { endExecution, takeExecutionsToReconcile, type Execution } from '../db/executions';
import { requeueOverdueNotices } from '../db/notices';
import { enqueue } from '../db/outbox';
import { requeueErasures } from '../operations/erasure/requeue-erasures';
import type { MatchHistoryInput, ReconcileInput, ReconcileResult } from '../workflows/contract';

/** What Temporal knows of a run. `gone` when it knows no such workflow. */
export type RunState = 'running' | 'completed' | 'failed' | 'canceled' | 'terminated' | 'gone';

export interface ReconcileDependencies {
  database: Database;
  describeRun: (executionId: string) => Promise<RunState>;
  /** Whether the workflow that matches a conversion's history runs. */
  isHistoryRunning: (input: MatchHistoryInput) => Promise<boolean>;
  /** An execution is looked at again after this many seconds. */
  recheckAfterSeconds: number;
}

/** Questions to Temporal under way together. */
const atOnce = 20;

export function createReconcileActivities(dependencies: ReconcileDependencies) {
  const { database, describeRun, recheckAfterSeconds } = dependencies;
  return {
    /**
     * Looks at the executions that were unchecked for the longest. A run whose workflow is gone is started again where it stood,
     * through the outbox; one that an operator ended in Temporal ends here, too. Notices that are overdue are queued again, and
     * so are erasures that have run for long: those whose workflow was lost begin anew. The history of a conversion whose workflow was
     * lost or ended goes on where it stood.
     */
    async reconcileExecutions({ limit }: ReconcileInput): Promise<ReconcileResult> {
      await requeueErasures(database, limit);
      await resumeHistories(dependencies, limit);
      const result = { checked: 0, restarted: 0, ended: 0, notices: await requeueOverdueNotices(database, limit) };
      const executions = await takeExecutionsToReconcile(database, {
        unchecked: { forSeconds: recheckAfterSeconds },
        limit,
      });
      for (let start = 0; start < executions.length; start += atOnce) {
        await Promise.all(executions.slice(start, start + atOnce).map((execution) => check(execution, result)));
      }
      return result;
    },
  };

  async function check(execution: Execution, result: ReconcileResult): Promise<void> {
    const mending = await checkRun(database, execution, await describeRun(execution.id));
    result.checked += 1;
    if (mending !== null) result[mending] += 1;
  }
}

/** Only those that nobody works on: the workflow would count another start as a change, and look again. */
async function resumeHistories(
  { database, isHistoryRunning }: Pick<ReconcileDependencies, 'database' | 'isHistoryRunning'>,
  limit: number,
): Promise<void> {
  const resume = async ({ workspaceId, id }: ConversionName): Promise<void> => {
    if (await isHistoryRunning({ workspaceId, conversionId: id })) return;
    await database.transaction((transaction) => enqueueHistory(transaction, { workspaceId, id }));
  };
  const unfinished = await listUnfinishedHistories(database, limit);
  for (let start = 0; start < unfinished.length; start += atOnce) {
    await Promise.all(unfinished.slice(start, start + atOnce).map(resume));
  }
}

/** What was done about a run that differed: a new start where it stood, or the end that Temporal told. */
export type Mending = 'restarted' | 'ended';

const endings = {
  completed: { status: 'COMPLETED', reason: 'end' },
  failed: { status: 'FAILED', reason: 'failed' },
  canceled: { status: 'CANCELED', reason: 'canceled' },
  terminated: { status: 'TERMINATED', reason: 'terminated' },
} as const;

/**
 * Makes an execution that counts as running agree with what Temporal knows of it. May be repeated, and done by several at once.
 * @returns null when there was nothing to do
 */
export async function checkRun(database: Database, execution: Execution, state: RunState): Promise<Mending | null> {
  const { workspaceId, id } = execution;
  if (state === 'running') return null;
  if (state === 'gone') {
    await database.transaction((transaction) =>
      enqueue(transaction, [{ workspaceId, kind: 'start_execution', subjectId: id }]),
    );
    return 'restarted';
  }
  const ended = await database.transaction((transaction) => endExecution(transaction, workspaceId, id, endings[state]));
  return ended ? 'ended' : null;
}
