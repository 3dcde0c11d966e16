import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import { taskQueues, type ReweighExperimentsResult } from './contract';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '50m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 5 },
});

/** Weighs the variants of bandits anew, and tells the beliefs of completed experiments. Run by a schedule. */
export async function reweighExperiments(): Promise<ReweighExperimentsResult> {
  return maintenance.reweighExperiments.executeWithOptions({ summary: 'weigh variants anew and tell beliefs' }, []);
}
