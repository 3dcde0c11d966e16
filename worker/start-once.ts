import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';

/** Starts a workflow whose id stands for one piece of work. One that was started before, running or closed, counts as done. */
export async function startOnce(client: Client, workflowType: string, options: WorkflowStartOptions): Promise<void> {
  try {
    await client.workflow.start(workflowType, {
      ...options,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
