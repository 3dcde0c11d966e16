import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import { taskQueues, type ReconcileInput, type ReconcileResult } from './contract';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '5m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 5 },
});

/** Compares executions that count as running with Temporal, and mends what differs. Run by a schedule. */
export async function reconcileExecutions(input: ReconcileInput): Promise<ReconcileResult> {
  return maintenance.reconcileExecutions.executeWithOptions({ summary: 'compare executions with Temporal' }, [input]);
}
