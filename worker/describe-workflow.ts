import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { WorkflowState } from '../operations/journeys/reconcile-execution';

/** What Temporal knows of a workflow's newest run. @throws when Temporal is away */
export async function describeWorkflow(client: Client, workflowId: string): Promise<WorkflowState> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    switch (status.name) {
      case 'COMPLETED':
        return 'completed';
      case 'CANCELLED':
        return 'canceled';
      case 'TERMINATED':
        return 'terminated';
      case 'FAILED':
      case 'TIMED_OUT':
        return 'failed';
      default:
        return 'running';
    }
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'gone';
    throw error;
  }
}
