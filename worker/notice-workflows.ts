import type { Client } from '@temporalio/client';
import { noticeWorkflowId, taskQueues, workflowTypes, type NoticeDeliveryInput } from '../workflows/contract';
import { startOnce } from './start-once';

/** Starts the delivery of a notice. One that was started before counts as done. */
export function startNoticeWorkflow(client: Client, input: NoticeDeliveryInput): Promise<void> {
  return startOnce(client, workflowTypes.noticeDelivery, {
    taskQueue: taskQueues.maintenance,
    workflowId: noticeWorkflowId(input.sendId),
    args: [input],
    staticSummary: `Notice ${input.sendId}`,
    searchAttributes: { WorkspaceId: [input.workspaceId] },
  });
}
