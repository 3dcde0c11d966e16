import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
} from '@temporalio/client';
import { noticeWorkflowId, taskQueues, workflowTypes, type NoticeDeliveryInput } from '../workflows/contract';

/** Starts the delivery of a notice. One that was started before counts as done. */
export async function startNoticeWorkflow(client: Client, input: NoticeDeliveryInput): Promise<void> {
  try {
    await client.workflow.start(workflowTypes.noticeDelivery, {
      taskQueue: taskQueues.maintenance,
      workflowId: noticeWorkflowId(input.sendId),
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
      args: [input],
      staticSummary: `Notice ${input.sendId}`,
      searchAttributes: { WorkspaceId: [input.workspaceId] },
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
