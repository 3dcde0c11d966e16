import type { Client } from '@temporalio/client';
import { waitFor } from './wait-for';

/** Whether Temporal knows no such workflow. */
export const isWorkflowGone = (temporal: Client, workflowId: string): Promise<boolean> =>
  temporal.workflow
    .getHandle(workflowId)
    .describe()
    .then(
      () => false,
      () => true,
    );

/** Deletes a running workflow, which Temporal terminates first: who looks in between finds one that was terminated. */
export async function loseWorkflow(temporal: Client, namespace: string, workflowId: string): Promise<void> {
  await temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } });
  await waitFor(() => isWorkflowGone(temporal, workflowId), { what: 'the end of the lost workflow' });
}
