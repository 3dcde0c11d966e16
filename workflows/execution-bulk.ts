import { continueAsNew, proxyActivities, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import type { BulkInput, BulkResult } from './contract/execution-bulk';
import { taskQueues } from './contract/names';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Short enough to show progress to operators, and long enough for a short history. */
const roundSeconds = 60;

/**
 * Retries or cancels many executions of a journey. The progress is in the database, so the workflow can be stopped and
 * started at any point.
 */
export async function executionBulk(input: BulkInput): Promise<BulkResult> {
  for (;;) {
    const result = await maintenance.continueBulk.executeWithOptions({ summary: 'act on executions' }, [
      { ...input, forSeconds: roundSeconds },
    ]);
    setCurrentDetails(`${result.done} done and ${result.failed} refused of ${result.matching} executions.`);
    if (result.isDone) return result;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof executionBulk>(input);
  }
}
