import {
  ActivityFailure,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
  startChild,
} from '@temporalio/workflow';
import type { MaintenanceActivities, WebhookActivities } from '../activities';
import { taskQueues } from './contract/names';
import { connectionWorkflowId, type SyncConnectionInput, type SyncConnectionResult } from './contract/sync-connection';

/** Calls to other services may hang, so they do not use the maintenance queue. */
const platforms = proxyActivities<WebhookActivities>({
  taskQueue: taskQueues.webhooks,
  startToCloseTimeout: '1h',
  scheduleToCloseTimeout: '12h',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30m' },
});

const records = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '30m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Starts a connection's pull when its schedule fires. A running pull continues. */
export async function connectionDue(input: SyncConnectionInput): Promise<void> {
  try {
    await startChild(syncConnection, {
      workflowId: connectionWorkflowId(input.connectionId),
      taskQueue: taskQueues.maintenance,
      args: [input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `Pull of ${input.connectionId}`,
      searchAttributes: { WorkspaceId: [input.workspaceId] },
    });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError')) throw error;
  }
}

/** Pulls a connection's data, with retries for up to 12 hours. The connection records why an attempt failed. */
export async function syncConnection(input: SyncConnectionInput): Promise<SyncConnectionResult> {
  try {
    const result = await platforms.pullConnection.executeWithOptions({ summary: 'pull the figures' }, [input]);
    setCurrentDetails(`${result.outcome}: ${result.rows} rows.`);
    return result;
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    await records.giveUpPull.executeWithOptions({ summary: 'record that the tries are over' }, [input]);
    return { outcome: 'gave_up', rows: 0 };
  }
}
