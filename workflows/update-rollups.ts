import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import { taskQueues, type RollupsInput, type RollupsResult } from './contract';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  // The time it is given, and one rebuild that began at its end.
  startToCloseTimeout: '30m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s', maximumAttempts: 3 },
});

/** Counts the days that new events have changed. Run by a schedule. */
export async function updateRollups(input: RollupsInput): Promise<RollupsResult> {
  return maintenance.updateRollups.executeWithOptions({ summary: 'count changed visitor days' }, [input]);
}
