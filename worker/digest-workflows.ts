import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
} from '@temporalio/client';
import { digestWorkflowId, taskQueues, workflowTypes, type DigestInput } from '../workflows/contract';

/** Starts the digest of a date. One that is under way or completed counts as done; one that failed begins anew. */
export async function startDigestWorkflow(client: Client, input: DigestInput): Promise<void> {
  try {
    await client.workflow.start(workflowTypes.weeklyDigest, {
      taskQueue: taskQueues.maintenance,
      workflowId: digestWorkflowId(input.workspaceId, input.date),
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
      args: [input],
      staticSummary: `Digest ${input.date} of ${input.workspaceId}`,
      searchAttributes: { WorkspaceId: [input.workspaceId] },
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
