import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import { taskQueues, type ReweighResult } from './contract';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '50m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 5 },
});

/** Weighs the arms of journeys' experiment steps anew, and tells their beliefs. Run by a schedule. */
export async function reweighArms(): Promise<ReweighResult> {
  return maintenance.reweighArms.executeWithOptions({ summary: 'weigh arms anew and tell beliefs' }, []);
}
