import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy, type Client } from '@temporalio/client';
import { connectionWorkflowId, taskQueues, workflowTypes, type SyncConnectionInput } from '../workflows/contract';

/** Starts a pull by hand. One under way may be waiting for hours: it is ended, and this one begins at once. */
export async function startConnectionWorkflow(
  client: Client,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  const input: SyncConnectionInput = { workspaceId, connectionId, byHand: true };
  await client.workflow.start(workflowTypes.syncConnection, {
    taskQueue: taskQueues.maintenance,
    workflowId: connectionWorkflowId(connectionId),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.TERMINATE_EXISTING,
    args: [input],
    staticSummary: `Pull of ${connectionId}, by hand`,
    searchAttributes: { WorkspaceId: [workspaceId] },
  });
}
