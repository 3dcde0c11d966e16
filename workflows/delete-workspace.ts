import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import type { DeletionInput } from './contract/delete-workspace';
import { taskQueues } from './contract/names';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '12h',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/**
 * Deletes a workspace in stages. Its schedules and workflows end first, because they write rows. Each stage can be
 * repeated at any point.
 */
export async function deleteWorkspace(input: DeletionInput): Promise<void> {
  setCurrentDetails('Ends schedules and workflows.');
  await maintenance.endWorkspaceWork.executeWithOptions({ summary: 'end schedules and workflows' }, [input]);
  setCurrentDetails('Deletes rows.');
  await maintenance.deleteWorkspaceRows.executeWithOptions({ summary: 'delete rows' }, [input]);
  setCurrentDetails('Completed.');
}
