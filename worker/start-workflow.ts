import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { taskQueues } from '../workflows/contract/names';

/** Start options of a workflow, except its type. Its id identifies one piece of work. */
export type Start = Pick<
  WorkflowStartOptions,
  'workflowId' | 'taskQueue' | 'staticSummary' | 'staticDetails' | 'searchAttributes' | 'memo' | 'priority'
> & { args: unknown[] };

/** Whether a closed workflow with the same id may start again: never, if it did not complete, or always. */
type Again = 'never' | 'unless completed' | 'always';

const reusePolicies = {
  never: WorkflowIdReusePolicy.REJECT_DUPLICATE,
  'unless completed': WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
  always: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
} as const satisfies Record<Again, unknown>;

/** Starts a workflow. Does nothing if it is running, or is closed and may not start again. */
export async function startOnce(client: Client, workflowType: string, start: Start, again: Again): Promise<void> {
  try {
    await client.workflow.start(workflowType, {
      ...start,
      workflowIdReusePolicy: reusePolicies[again],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

export const onMaintenance = (workflowId: string, input: { workspaceId: string }, staticSummary: string): Start => ({
  workflowId,
  taskQueue: taskQueues.maintenance,
  args: [input],
  staticSummary,
  priority: { fairnessKey: input.workspaceId },
  searchAttributes: { WorkspaceId: [input.workspaceId] },
});
