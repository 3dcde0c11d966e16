import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import { taskQueues, type CheckAnomaliesResult } from './contract';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '1h',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '10s', backoffCoefficient: 2, maximumInterval: '5m', maximumAttempts: 5 },
});

/** Looks for days that stand out, in all workspaces. Run by a schedule. */
export async function checkAnomalies(): Promise<CheckAnomaliesResult> {
  return maintenance.checkAnomalies.executeWithOptions({ summary: 'judge the last two days' }, []);
}
