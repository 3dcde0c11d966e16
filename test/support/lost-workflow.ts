import type { Client } from '@temporalio/client';
import { waitFor } from './wait-for';

/** Returns whether Temporal does not have the workflow. */
export const isWorkflowGone = (temporal: Client, workflowId: string): Promise<boolean> =>
  temporal.workflow
    .getHandle(workflowId)
    .describe()
    .then(
      () => false,
      () => true,
    );

/** Deletes a running workflow. Temporal terminates it first, so it briefly looks terminated. */
export async function loseWorkflow(temporal: Client, namespace: string, workflowId: string): Promise<void> {
  await temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } });
  await waitFor(() => isWorkflowGone(temporal, workflowId), { what: 'the end of the lost workflow' });
}
